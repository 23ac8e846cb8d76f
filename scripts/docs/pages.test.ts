import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFiles } from '../readSources.ts'

const root = join(import.meta.dirname, '..', '..')
const pages = readFiles(root, /^docs\/(?:start|guides|migrate)\/[^/]+\.md$/)

test('code on the pages for hosts comes from files that are compiled or run', () => {
  expect(pages.size).toBeGreaterThan(10)
  for (const [path, text] of pages) {
    expect(text, path).not.toMatch(/^```(?:tsx?|js|jsx|vue|svelte)\b/m)
    for (const [, file] of text.matchAll(/^<<< (\S+?)(?:\{\w+\})?(?: \[.*\])?$/gm))
      expect(file, path).toMatch(/^\.\.\/(?:snippets|\.\.\/scripts\/outside\/consumers)\//)
  }
})

test('every snippet is on a page', () => {
  const all = [...readFiles(root, /^docs\/.*\.md$/).values()].join('\n')
  for (const path of readFiles(root, /^docs\/snippets\//).keys())
    expect(all).toContain(path.replace('docs/', '/'))
})

test('every entry of the package stands in the table of the manual', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const { exports } = JSON.parse(read('packages/latchkey/package.json')) as { exports: object }
  const table = /^\| entry \|.*\n\|-.*\n((?:\|.*\n)+)/m.exec(read('docs/integrating.md'))?.[1] ?? ''
  const listed = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`latchkey([^`]*)`/g)].map(([, path]) => `.${path}`),
  )
  const entries = Object.keys(exports).filter((name) => name !== './package.json')
  expect(listed.sort()).toEqual(entries.sort())
})
