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
