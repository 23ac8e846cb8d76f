import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalText } from './canonicalText.ts'

test('the order of keys, and keys without a value, make no difference', () => {
  expect(canonicalText({ b: 1n, a: 'x', c: undefined })).toBe(canonicalText({ a: 'x', b: 1n }))
})

test('an integer is no text and no number, and an array no object', () => {
  const texts = [1n, 1, '1', { bigint: 1 }, [1], { 0: 1 }, null, '{"bigint":"1"}'].map(canonicalText)
  expect(new Set(texts).size).toBe(texts.length)
})

test('other content has another text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      // As JSON: -0 is 0 there.
      const [a, b] = [left, right].map((value) => JSON.parse(JSON.stringify(value)) as unknown)
      const isEqual = fc.stringify(sorted(a)) === fc.stringify(sorted(b))
      expect(canonicalText(a) === canonicalText(b)).toBe(isEqual)
      expect(canonicalText(JSON.parse(JSON.stringify(a)))).toBe(canonicalText(a))
    }),
  )
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([key, field]) => [key, sorted(field)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .concat([['an object', null]])
}
