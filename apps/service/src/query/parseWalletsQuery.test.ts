import { BaseError } from '@latchkey/errors'
import { type WalletsQuery, walletsQuery, writeWalletsQuery } from '@latchkey/protocol/http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWalletsQuery } from './parseWalletsQuery.ts'

const parse = (text: string) => parseWalletsQuery(new URLSearchParams(text))
const refusedField = (text: string) => {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof BaseError) return error.data?.field
    throw error
  }
}

test('R7-31 every parameter is read; those of the sdk are passed over', () => {
  expect(
    parse(
      'projectId=demo&st=html&sv=html-0.1.0&page=2&entries=100&include=a,b&exclude=c&chains=eip155:1,eip155:10&search=%20rain%20&badge_type=certified',
    ),
  ).toEqual({
    page: 2,
    entries: 100,
    include: ['a', 'b'],
    exclude: ['c'],
    chains: ['eip155:1', 'eip155:10'],
    search: 'rain',
    badge_type: 'certified',
  })
})

test('R7-31 what is empty or absent has its default', () => {
  expect(parse('')).toEqual({ page: 1, entries: 40 })
  expect(parse('page=&entries=&include=&search=%20&badge_type=')).toEqual({ page: 1, entries: 40 })
})

test.each([
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1e3', 'page'],
  ['page=1.5', 'page'],
  ['page=10001', 'page'],
  ['page=999999', 'page'],
  ['page=0x1', 'page'],
  ['page=1&page=2', 'page'],
  ['entries=101', 'entries'],
  ['entries=all', 'entries'],
  ['include=a,,b', 'include'],
  ['include=../x', 'include'],
  [`include=${Array(101).fill('a').join(',')}`, 'include'],
  ['chains=mainnet', 'chains'],
  ['chains=eip155:1,', 'chains'],
  [`search=${'a'.repeat(101)}`, 'search'],
  ['badge_type=none', 'badge_type'],
  ['sort=price', 'sort'],
  ['__proto__=1', '__proto__'],
  ['constructor=1', 'constructor'],
])('R7-31 %s is refused by name', (text, field) => {
  expect(refusedField(text)).toBe(field)
})

const ids = fc.array(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,20}$/), { minLength: 1, maxLength: 5 })
const chains = fc.array(fc.stringMatching(/^[a-z0-9]{3,8}:[a-zA-Z0-9]{1,32}$/), {
  minLength: 1,
  maxLength: 5,
})
const query = fc.record(
  {
    page: fc.integer({ min: 1, max: 10_000 }),
    entries: fc.integer({ min: 1, max: 100 }),
    include: ids,
    exclude: ids,
    chains,
    search: fc.string({ minLength: 1, maxLength: 50 }).filter((text) => text.trim() === text && text !== ''),
    badge_type: fc.constant('certified' as const),
  },
  { requiredKeys: ['page', 'entries'] },
)

test('R7-31 what the sdk writes is what the service reads', () => {
  fc.assert(
    fc.property(query, (asked) => {
      const written = new URLSearchParams(writeWalletsQuery(asked as WalletsQuery)).toString()
      expect(parse(written)).toEqual(asked)
    }),
  )
})

test('R7-31 any text is either a valid query or a refusal', () => {
  const name = fc.oneof(
    fc.constantFrom('page', 'entries', 'include', 'chains', 'search', 'badge_type'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string())), (pairs) => {
      try {
        expect(walletsQuery().safeParse(parseWalletsQuery(new URLSearchParams(pairs))).success).toBe(true)
      } catch (error) {
        expect(error).toMatchObject({ code: 4002 })
      }
    }),
  )
})
