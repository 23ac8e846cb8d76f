import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chainIdOfCoin, coinTypeOf, getName, NAME_LABEL, nameMessage } from './names.ts'

test.each([
  // ENSIP-11 and SLIP-44.
  [1, 60],
  [10, 2_147_483_658],
  [8_453, 2_147_492_101],
  [42_161, 2_147_525_809],
  [2 ** 31 - 1, 4_294_967_295],
])('R5-44 the coin type of chain %i is %i', (chainId, coinType) => {
  expect(coinTypeOf(chainId)).toBe(coinType)
  expect(chainIdOfCoin(coinType)).toBe(chainId)
})
test.each([2 ** 31, 2 ** 32, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'R5-44 the chain id %s has no coin type',
  (chainId) => {
    expect(() => coinTypeOf(chainId)).toThrow('Invalid chainId')
  },
)
test('every chain id comes back from its coin type, and no other coin type is of an EVM network', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (id) => chainIdOfCoin(coinTypeOf(id)) === id),
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 31 }).filter((coin) => coin !== 60),
      (coin) => chainIdOfCoin(coin) === undefined,
    ),
  )
})
test.each([
  ['alice', true],
  ['a-b-1', true],
  ['1234', true],
  ['abc', false],
  ['Alice', false],
  ['al_ice', false],
  ['älice', false],
  ['a'.repeat(63), true],
  ['a'.repeat(64), false],
])('R5-33 the label %s: %s', (label, isOne) => {
  expect(NAME_LABEL.test(label)).toBe(isOne)
})
test('what is signed is one text', () => {
  expect(nameMessage('alice.wallet.example', 1_900_000_000)).toBe(
    '{"name":"alice.wallet.example","attributes":{},"timestamp":1900000000}',
  )
})
test('a record holds nothing that is not asked for', () => {
  const record = {
    name: 'alice.wallet.example',
    registered_at: '2030-01-01T00:00:00.000Z',
    addresses: {},
    attributes: {},
  }
  expect(getName.reply.safeParse(record).success).toBe(true)
  for (const wrong of [
    { name: '<b>.wallet.example' },
    { owner: 1 },
    { addresses: { x: { address: '0x', created: '' } } },
  ])
    expect(getName.reply.safeParse({ ...record, ...wrong }).success).toBe(false)
})
