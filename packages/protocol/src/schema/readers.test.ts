import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fields, flag, listOf, oneOf, type Reader, text, whole } from './readers.ts'

const read = fields(
  { name: text(4, /^[a-z]/, 1), count: whole(-1, 3), on: flag, kind: oneOf('a', 'b') },
  { list: listOf(fields({ id: whole(0) }), 2, 1), v: oneOf(1) },
)
/** The same, as the rest of the contracts say it. */
const schema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(4), z.regex(/^[a-z]/)),
  count: z.int().check(z.gte(-1), z.lte(3)),
  on: z.boolean(),
  kind: z.enum(['a', 'b']),
  list: z.optional(
    z.array(z.strictObject({ id: z.int().check(z.gte(0)) })).check(z.minLength(1), z.maxLength(2)),
  ),
  v: z.optional(z.literal(1)),
})

const given = { name: 'abcd', count: 3, on: false, kind: 'b', list: [{ id: 0 }], v: 1 }

const outcome = (reader: Reader<unknown>, value: unknown) => {
  try {
    return { data: reader(value) }
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return 'refused'
  }
}
const outcomeOfSchema = (value: unknown) => {
  const { success, data } = schema.safeParse(value)
  return success ? { data } : 'refused'
}

test('what fits is read, and nothing is added', () => {
  expect(read(given)).toEqual(given)
  const { list: _list, v: _v, ...least } = given
  expect(read(least)).toEqual(least)
  expect(Object.keys(read({ ...least, v: undefined }))).toEqual(Object.keys(least))
})

test.each([
  ['a field is missing', { ...given, name: undefined }],
  ['a field more', { ...given, more: 1 }],
  ['the prototype is set', JSON.parse('{"name":"a","count":0,"on":true,"kind":"a","__proto__":{"v":1}}')],
  ['a text is too long', { ...given, name: 'abcde' }],
  ['a text is too short', { ...given, name: '' }],
  ['a text has another form', { ...given, name: 'A' }],
  ['a number is too small', { ...given, count: -2 }],
  ['a number is too large', { ...given, count: 4 }],
  ['a number is not whole', { ...given, count: 0.5 }],
  ['a number is text', { ...given, count: '1' }],
  ['a flag is a number', { ...given, on: 0 }],
  ['a word is unknown', { ...given, kind: 'c' }],
  ['a list is too long', { ...given, list: [{ id: 1 }, { id: 2 }, { id: 3 }] }],
  ['a list is empty', { ...given, list: [] }],
  ['a list is an object', { ...given, list: { 0: { id: 1 } } }],
  ['an item does not fit', { ...given, list: [{ id: -1 }] }],
  ['it is a list', [given]],
  ['it is nothing', null],
  ['it is text', JSON.stringify(given)],
])('it is refused where %s', (_, value) => {
  expect(outcome(read, value)).toBe('refused')
})

test('whatever comes is read or refused as by a schema', () => {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('a', 'b', 1, 0, -1, 3, true, '', 'abc', [{ id: 0 }], [], {}),
  )
  const close = fc.record(
    Object.fromEntries(
      Object.entries({ ...given, more: 1 }).map(([name, value]) => [
        name,
        fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: anything }),
      ]),
    ),
    { requiredKeys: ['name', 'count', 'on', 'kind'] },
  )
  fc.assert(
    fc.property(fc.oneof(close, anything), (value) => {
      expect(outcome(read, value)).toEqual(outcomeOfSchema(value))
    }),
    { numRuns: 1_000 },
  )
})
