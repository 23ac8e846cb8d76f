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

test('a quick start serves its page with a server that answers to the name that the page has', () => {
  for (const [path, text] of pages) {
    const commands = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block).join('')
    // esbuild's server refuses every name besides `localhost`, which the local stack's project does not list.
    expect(commands, path).not.toContain('--serve')
    if (path.startsWith('docs/start/') && text.includes('Open `http://app.localhost:5174`'))
      expect(commands, path).toContain('--port 5174')
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

test('what a page says that an entry has is in the reference of that entry', () => {
  const named = [
    ...readFiles(root, /^docs\/[^/]+\.md$|^docs\/(?:guides|migrate|recipes|start)\//).values(),
  ].flatMap((text) =>
    [...text.matchAll(/`latchkey\/([\w/]+)` has (`\w+`(?:,? (?:and )?`\w+`)*)/g)].map(
      ([, entry = '', names = '']) => [entry, ...(names.match(/\w+/g) ?? [])] as const,
    ),
  )
  expect(named).not.toEqual([])
  for (const [entry, ...names] of named) {
    const reference = readFileSync(join(root, `docs/api/${entry.replaceAll('/', '-')}.md`), 'utf8')
    for (const name of names.filter((one) => one !== 'and'))
      expect(reference, `${name} of latchkey/${entry}`).toContain(`### ${name}\n`)
  }
})
