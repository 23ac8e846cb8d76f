import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { apiPages } from './apiPages.ts'

const DECLARATIONS = `
/**
 * Opens a \`<toy-box>\`, and takes <b>nothing</b> out.
 *
 * @param box where
 * @throws ToyBrokenError
 * @example
 * open(<Box />)
 */
export declare function open(box: Box): void
export type Box = {
    /** In millimetres. */
    width: number
}
export type { Address } from 'viem'
`
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  mkdirSync(join(folder, 'types'))
  const exports = {
    '.': { types: './types/index.d.ts' },
    './in/box': { types: './types/box.d.ts' },
    './whole': { types: './types/index.d.ts' },
    './package.json': './package.json',
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'toys', exports }))
  writeFileSync(join(folder, 'types', 'box.d.ts'), DECLARATIONS)
  writeFileSync(
    join(folder, 'types', 'index.d.ts'),
    `export * from './box.js'\nexport declare const count: 1\n`,
  )
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a page for each entry, with what the docstrings say', () => {
  const pages = apiPages(folder)
  expect([...pages.keys()]).toEqual(['toys.md', 'in-box.md', 'whole.md'])
  const [before, after = ''] = pages.get('in-box.md')?.split('## Types') ?? []
  expect(before).toContain('# toys/in/box\n\n## Functions\n\n### open\n\n')
  expect(before).toContain(
    '```ts\nfunction open(box: Box): void\n```\n\n- `box`: where\n\n**Throws** ToyBrokenError',
  )
  expect(before).toContain('```tsx\nopen(<Box />)\n```')
  expect(after).toContain('### Address\n\nOf `viem`.')
  expect(after).toContain('/** In millimetres. */')
})

it('an element in a docstring is text, unless it is code already', () => {
  expect(apiPages(folder).get('toys.md')).toContain(
    'Opens a `<toy-box>`, and takes &lt;b>nothing&lt;/b> out.',
  )
})

it('an entry that exports what another exports says so', () => {
  expect(apiPages(folder).get('whole.md')).toBe('# toys/whole\n\nIt exports what `toys` exports.\n')
})
