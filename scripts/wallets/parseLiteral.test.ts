import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLiteral } from './parseLiteral.ts'

test('objects, lists, quotes, comments and trailing commas are read', () => {
  const source = `export const wallet = {
    // a comment
    id: "a", 'quoted-key': 'it\\'s "so"', /* another */ list: [1, -2.5, null, true,],
    nested: { url:
      "https://a.example/?b=//c" },
  } as const;`
  expect(parseLiteral(source, source.indexOf('=') + 1)).toEqual({
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
  '['.repeat(40),
])('%j is refused', (source) => {
  expect(() => parseLiteral(source)).toThrow(SyntaxError)
})

test('__proto__ is a key as any other', () => {
  const value = parseLiteral('{ "__proto__": { polluted: true } }') as object
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect(Object.keys(value)).toEqual(['__proto__'])
})

test('every JSON value comes back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value)
      fc.pre(!/\d[eE]/.test(text))
      expect(parseLiteral(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('any text is read or refused as a SyntaxError', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        parseLiteral(text)
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError)
      }
    }),
  )
})
