import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseKnown } from './parseKnown.ts'

const item = z.strictObject({ id: z.int(), picture: z.optional(z.strictObject({ url: z.string() })) })
const list = z.strictObject({ items: z.array(item), by: z.record(z.string(), item) })
const waiting = z.union([
  z.strictObject({ status: z.literal('pending') }),
  z.strictObject({ status: z.literal('done'), item }),
])

test('what a later version has added is left out at any depth, and what was given stays as it is', () => {
  const given = {
    items: [
      { id: 1, later: {} },
      { id: 2, picture: { url: 'a', later: 1 } },
    ],
    by: { x: { id: 3, later: null } },
    later: [],
  }
  const before = structuredClone(given)
  const known = { items: [{ id: 1 }, { id: 2, picture: { url: 'a' } }], by: { x: { id: 3 } } }
  expect(parseKnown(list, given)).toMatchObject({ success: true, data: known })
  expect(parseKnown(list, given).data).toEqual(known)
  expect(given).toEqual(before)
})

test('of several forms the one that fits is taken', () => {
  const done = { status: 'done', item: { id: 1, later: 1 }, later: 2 }
  expect(parseKnown(waiting, done).data).toEqual({ status: 'done', item: { id: 1 } })
  expect(parseKnown(waiting, { status: 'pending', later: 2 }).data).toEqual({ status: 'pending' })
  expect(parseKnown(z.strictObject({ waiting }), { waiting: done }).data).toEqual({
    waiting: { status: 'done', item: { id: 1 } },
  })
  const growing = z.union([z.strictObject({ a: z.int() }), z.strictObject({ a: z.int(), b: z.int() })])
  expect(parseKnown(growing, { a: 1, b: 2, later: 3 }).data).toEqual({ a: 1, b: 2 })
})

test('nothing else is forgiven', () => {
  for (const wrong of [{ items: [{ id: '1', later: 1 }], by: {} }, { items: [], later: 1 }, null, 'text'])
    expect(parseKnown(list, wrong).success).toBe(false)
  for (const wrong of [{ status: 'other', later: 1 }, { status: 'done', later: 1 }, { later: 1 }])
    expect(parseKnown(waiting, wrong).success).toBe(false)
})

test('a name of the language is left out like any other', () => {
  const given: unknown = JSON.parse('{"items":[],"by":{},"__proto__":{"x":1},"constructor":1}')
  const { data } = parseKnown(list, given)
  expect(data).toEqual({ items: [], by: {} })
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
})
