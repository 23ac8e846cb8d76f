import { expect, it } from 'vitest'
import { bare, declarationsOf } from './surfaceOf.ts'

const FILES: Record<string, string> = {
  'types/sdk/index.d.ts': `
import { type Chain } from '../core/index.js'
export { base, type Chain as Network } from '../core/index.js'
export * from './errors.js'
export type { Address } from 'viem'
export type Own = Chain
/** Says hello. */
export declare function hello(
  /** whom */
  name: string): void
`,
  'types/sdk/errors.d.ts': `
declare const first: 1, second: 2
export { second as renamed, first }
export * from '../core/more.js'
`,
  'types/core/index.d.ts': `
import type { Chain } from './chain.js'
export type { Chain }
export * from './more.js'
`,
  'types/core/chain.d.ts': `export type Chain = { id: number }`,
  'types/core/more.d.ts': `export declare const base: { id: 8453 }\nexport declare class Button {\n}\n`,
}
const surface = () =>
  Object.fromEntries(
    [...declarationsOf((path) => FILES[path] ?? '', 'types/sdk/index.d.ts')].map(([name, { text }]) => [
      name,
      bare(text),
    ]),
  )

it('tells of every export what it is, wherever it is declared', () => {
  expect(surface()).toEqual({
    base: 'declare const base: { id: 8453 }',
    Network: 'type Chain = { id: number }',
    Address: 'of viem',
    Own: 'type Own = Chain',
    hello: 'declare function hello(\n  name: string): void',
    first: 'declare const first: 1, second: 2',
    renamed: 'declare const first: 1, second: 2',
    Button: 'declare class Button {\n}',
  })
})

it('a comment changes nothing, a parameter does', () => {
  const before = surface()
  const told = FILES['types/core/chain.d.ts'] as string
  FILES['types/core/chain.d.ts'] = `/** Of viem. */ ${told}`
  expect(surface()).toEqual(before)
  FILES['types/core/chain.d.ts'] = told.replace('number', 'string')
  expect(surface()).not.toEqual(before)
  FILES['types/core/chain.d.ts'] = told
})

it('keeps the docstring of a declaration, and what its members say', () => {
  const hello = declarationsOf((path) => FILES[path] ?? '', 'types/sdk/index.d.ts').get('hello')
  expect(hello?.doc).toBe('Says hello.')
  expect(hello?.text).toContain('/** whom */')
  expect(
    declarationsOf((path) => FILES[path] ?? '', 'types/sdk/index.d.ts').get('Button'),
  ).not.toHaveProperty('doc')
})
