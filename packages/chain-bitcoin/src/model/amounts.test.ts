import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MOST_SATOSHIS, toBitcoin, toSatoshis } from './amounts.ts'

it('amounts are whole numbers all the way', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: MOST_SATOSHIS }), (satoshis) => {
      const text = toBitcoin(satoshis)
      return toSatoshis(text) === satoshis && !/e|\.$|\.\d*0$/.test(text)
    }),
  )
})

it('the smallest amount and the largest are read', () => {
  expect(toSatoshis('0.00000001')).toBe(1n)
  expect(toSatoshis('21000000')).toBe(MOST_SATOSHIS)
  expect(toSatoshis('0.1')).toBe(10_000_000n)
  expect(toBitcoin(12_345_678_900_000_000n)).toBe('123456789')
})

it.each([
  ['', '-1', '+1', '1.', '.1', '1e3', '0x1', '1,5', ' 1', '01', '0.000000001', '21000000.00000001', 'NaN'],
])('no amount: %s', (...texts) => {
  for (const text of texts) expect(toSatoshis(text)).toBeUndefined()
})
