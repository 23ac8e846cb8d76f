import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLiteral } from './parseLiteral.ts'

const read = (literal: string) => parseLiteral(`export const wallet = ${literal}`, 'wallet')

test('objects, lists, quotes, comments and trailing commas are read', () => {
  const source = `export const wallet = {
    // a comment
    id: "a", 'quoted-key': 'it\\'s "so"', /* another */ list: [1, -2.5, null, true,],
    nested: { url:
      "https://a.example/?b=//c" },
  } as const;`
  expect(parseLiteral(source, 'wallet')).toEqual({
    id: 'a',
    'quoted-key': 'it\'s "so"',
    list: [1, -2.5, null, true],
    nested: { url: 'https://a.example/?b=//c' },
  })
})

test.each([
  '',
  '{',
  '{ a: }',
  '{ a: b }',
  '{ a: f() }',
  '{ a: `x` }',
  '{ [a]: 1 }',
  '{ ...a }',
  '{ a: 1 b: 2 }',
  '[1 2]',
  '"open',
  'process.exit()',
  `${'['.repeat(40)}${']'.repeat(40)}`,
  '/a/',
  '{ get a() { return 1 } }',
  '{ a }',
  '[1, , 2]',
  '1n',
])('%j is refused', (source) => {
  expect(() => read(source)).toThrow(SyntaxError)
})

test('a constant that is not exported under the name is refused', () => {
  for (const source of [
    'const wallet = 1',
    'export let wallet = 1',
    'export const other = 1',
    'export default 1',
  ])
    expect(() => parseLiteral(source, 'wallet')).toThrow(SyntaxError)
})

test('__proto__ is a key as any other', () => {
  const value = read('{ "__proto__": { polluted: true } }') as object
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect(Object.keys(value)).toEqual(['__proto__'])
})

test('every JSON value comes back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value)
      expect(read(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('any text is read or refused as a SyntaxError', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        read(text)
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError)
      }
    }),
  )
})
