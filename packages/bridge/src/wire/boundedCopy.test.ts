import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedCopy } from './boundedCopy.ts'

const reason = (value: unknown, maxBytes = 1_000) => {
  const copied = boundedCopy(value, maxBytes)
  return copied.ok ? 'ok' : copied.reason
}

test('JSON data and undefined are copied, not shared', () => {
  const value = { a: [1, 'two', null, true, undefined], b: { c: -0 } }
  const copied = boundedCopy(value, 1_000)
  expect(copied).toStrictEqual({ ok: true, value })
  expect(copied.ok && copied.value).not.toBe(value)
})

test('text is measured in UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const bytes = new TextEncoder().encode(text).length
      expect([reason(text, bytes), reason(text, bytes - 1)]).toEqual(['ok', 'tooLarge'])
    }),
  )
})

test('what is copied is no larger as JSON than it was allowed to be', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(200), (value, maxBytes) => {
      const copied = boundedCopy(value, maxBytes)
      // Quotes, colons and commas are JSON's own: at most four characters for each value and key.
      if (copied.ok) expect(countText(copied.value)).toBeLessThanOrEqual(maxBytes)
    }),
  )
})

function countText(value: unknown): number {
  if (typeof value === 'string') return new TextEncoder().encode(value).length
  if (typeof value !== 'object' || value === null) return 1
  return Object.entries(value).reduce(
    (sum, [key, entry]) => sum + (Array.isArray(value) ? 1 : key.length + 1) + countText(entry),
    0,
  )
}

test('cycles, depth and shared references end', () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  expect(reason(cycle)).toBe('tooDeep')
  const wide: unknown[] = []
  for (let index = 0; index < 50; index++) wide.push(wide)
  expect(['tooDeep', 'tooLarge']).toContain(reason(wide))
  let tree: unknown = 'leaf'
  for (let index = 0; index < 60; index++) tree = [tree, tree]
  expect(reason(tree, 262_144)).toBe('tooLarge')
  let deep: unknown = 'leaf'
  for (let index = 0; index < 64; index++) deep = [deep]
  expect([reason(deep), reason([deep])]).toEqual(['ok', 'tooDeep'])
})

test('a sparse array is refused without walking it', () => {
  const sparse: unknown[] = []
  sparse.length = 4_294_967_295
  expect(reason(sparse)).toBe('tooLarge')
  expect(reason(Array(3))).toBe('notData')
})

test('keys that reach a prototype are refused anywhere', () => {
  const named = Object.assign([1], { constructor: 1 })
  const values = [JSON.parse('{"a":[{"__proto__":1}]}'), { constructor: 1 }, { a: { prototype: 1 } }, named]
  expect(values.map((value) => reason(value))).toEqual(['unsafeKey', 'unsafeKey', 'unsafeKey', 'unsafeKey'])
  expect(reason(Object.assign([1], { extra: 1 }))).toBe('notData')
})

test('what JSON cannot say is refused', () => {
  const values = [
    1n,
    Symbol('x'),
    () => 1,
    new Map(),
    new Set(),
    new Date(0),
    /x/,
    new Error('x'),
    new Uint8Array(2),
  ]
  expect(values.map((value) => reason({ value }))).toEqual(values.map(() => 'notData'))
})

test('what a getter shows is measured and copied in the same reading', () => {
  let reads = 0
  const value = {
    get text() {
      reads++
      return reads === 1 ? 'small' : 'x'.repeat(10_000)
    },
  }
  expect(boundedCopy(value, 100)).toStrictEqual({ ok: true, value: { text: 'small' } })
  expect(reads).toBe(1)
  const growing = {
    get text() {
      return 'x'.repeat(10 ** ++reads)
    },
  }
  const copied = boundedCopy(growing, 500)
  if (copied.ok) expect(JSON.stringify(copied.value).length).toBeLessThanOrEqual(500)
})

test('getters and proxies that throw do not reach the caller', () => {
  const thrower = () => {
    throw new Error('trap')
  }
  const values = [
    Object.defineProperty({}, 'x', { get: thrower, enumerable: true }),
    new Proxy({}, { ownKeys: thrower }),
    new Proxy({}, { getPrototypeOf: thrower }),
    new Proxy([], { get: thrower }),
  ]
  expect(values.map((value) => reason(value))).toEqual(values.map(() => 'notData'))
})
