import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { effortOf, insert, problemsOf, type Recipe } from './Recipe.ts'
import { recipes } from './recipes.ts'

const root = join(import.meta.dirname, '..', '..')
const tree: Record<string, string> = {
  'list.ts': 'const list = {\n  one,\n}\n',
  'docs/recipes/add-a-thing.md': 'Write it, and name it in `list.ts`.',
}
const read = (path: string) => tree[path]
const thing: Recipe = {
  name: 'thing',
  page: 'add-a-thing.md',
  limit: { files: 1, lines: 1 },
  files: { 'thing.ts': 'export const thing = 1\n' },
  lines: [{ file: 'list.ts', after: 'one,', text: '  thing,' }],
  projects: [],
  tests: {},
}

test('a text is put below its line', () => {
  expect(insert('a\nb\nc\n', { file: 'x', after: 'b', text: 'new' })).toBe('a\nb\nnew\nc\n')
})

test('a text takes the place of another, wherever in its line that is', () => {
  expect(insert('a\n  b,\nc\n', { file: 'x', instead: 'b', text: 'new' })).toBe('a\n  new,\nc\n')
})

test('a new package counts once', () => {
  const files = { 'packages/toy/package.json': '{}', 'packages/toy/src/index.ts': '', 'other.ts': '' }
  expect(effortOf({ ...thing, files }).files).toBe(2)
})

test('a place that is missing or not the only one is refused', () => {
  expect(() => insert('a\n', { file: 'x.ts', after: 'b', text: 'new' })).toThrow('x.ts: 0 lines')
  expect(() => insert('b\nb\n', { file: 'x.ts', after: 'b', text: 'new' })).toThrow('x.ts: 2 lines')
})

test('new files and files with added code count once each, lines one by one', () => {
  const addition = { file: 'words.ts', after: 'a', text: 'b\nc' }
  expect(effortOf({ ...thing, additions: [addition, addition] })).toEqual({ files: 2, lines: 1 })
  expect(effortOf({ ...thing, lines: [{ file: 'list.ts', after: 'one,', text: 'a\nb\n' }] }).lines).toBe(2)
})

test('a true recipe has no problem', () => {
  expect(problemsOf(thing, read)).toEqual([])
})

test('a recipe that takes too much, writes over a file or has no page is named', () => {
  expect(problemsOf({ ...thing, limit: { files: 0, lines: 0 } }, read)).toEqual([
    'thing: 1 files, and 0 are allowed',
    'thing: 1 lines, and 0 are allowed',
  ])
  expect(problemsOf({ ...thing, files: { 'list.ts': '' } }, read)).toEqual([
    'thing: list.ts is there already',
  ])
  expect(problemsOf({ ...thing, page: 'lost.md' }, read)).toEqual(['thing: docs/recipes/lost.md is missing'])
})

test('a page that is silent about a file is named', () => {
  const silent = (path: string) => (path.endsWith('.md') ? 'Write it.' : read(path))
  expect(problemsOf(thing, silent)).toEqual(['thing: add-a-thing.md does not name list.ts'])
})

test.each(recipes.map((recipe) => [recipe.name, recipe] as const))(
  'the recipe for %s fits the tree, its page and its limit',
  (_, recipe) => {
    const readTree = (path: string) =>
      existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
    expect(problemsOf(recipe, readTree)).toEqual([])
  },
)
