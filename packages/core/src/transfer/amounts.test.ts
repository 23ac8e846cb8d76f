import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalOf, multiply, parseDecimal } from '../format/decimal.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'
import { fiatOf, heldUnits, mostUnits, turnUnit, unitsOf, wholeUnits } from './amounts.ts'

const token = (numeric: string, decimals: number, price?: number, address?: string): TokenBalance => ({
  name: 'Token',
  symbol: 'T',
  chainId: 'eip155:1',
  quantity: { decimals: String(decimals), numeric },
  ...(price === undefined ? {} : { price }),
  ...(address === undefined ? {} : { address }),
})
const units = fc.bigInt({ min: 0n, max: 10n ** 30n })
const decimals = fc.integer({ min: 1, max: 24 })
const price = fc.double({ min: 1e-9, max: 1e9, noNaN: true })

describe('unitsOf', () => {
  it('R9-31 reads tokens to the last place, and dollars to the cent', () => {
    expect(unitsOf(token('1', 18), { amount: '1.000000000000000001', unit: 'token' })).toBe(10n ** 18n + 1n)
    expect(unitsOf(token('1', 6), { amount: '0.0000001', unit: 'token' })).toBeUndefined()
    expect(unitsOf(token('1', 6, 2), { amount: '10.50', unit: 'fiat' })).toBe(5_250_000n)
    expect(unitsOf(token('1', 6, 2), { amount: '10.505', unit: 'fiat' })).toBeUndefined()
    expect(unitsOf(token('1', 6, 3), { amount: '1', unit: 'fiat' })).toBe(333_333n)
  })
  it.each(['', '.', '-1', 'NaN', '1e5', '1,5'])('reads no amount in %j', (amount) => {
    expect(unitsOf(token('1', 6, 1), { amount, unit: 'token' })).toBeUndefined()
    expect(unitsOf(token('1', 6, 1), { amount, unit: 'fiat' })).toBeUndefined()
  })
  it('knows no dollars without a price', () => {
    expect(unitsOf(token('1', 6), { amount: '1', unit: 'fiat' })).toBeUndefined()
    expect(unitsOf(token('1', 6, 0), { amount: '1', unit: 'fiat' })).toBeUndefined()
  })
  it('what is written of base units is read as the same', () => {
    fc.assert(
      fc.property(units, decimals, (amount, places) => {
        const one = token('0', places)
        expect(unitsOf(one, { amount: wholeUnits(one, amount), unit: 'token' })).toBe(amount)
      }),
    )
  })
  it('dollars never buy more than they are worth', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 9 }), decimals, price, (cents, places, each) => {
        const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        const bought = unitsOf(token('0', places, each), { amount, unit: 'fiat' })
        const worth = multiply({ digits: bought ?? 0n, places }, decimalOf(each) ?? { digits: 0n, places: 0 })
        expect(worth.digits * 100n <= BigInt(cents) * 10n ** BigInt(worth.places)).toBe(true)
      }),
    )
  })
})

describe('turnUnit', () => {
  it('there and back never asks for more than before, and at most a cent’s worth less', () => {
    fc.assert(
      fc.property(units, decimals, price, (amount, places, each) => {
        const one = token('0', places, each)
        const fiat = turnUnit(one, { amount: wholeUnits(one, amount), unit: 'token' })
        expect(fiat.unit).toBe('fiat')
        const back = unitsOf(one, turnUnit(one, fiat)) ?? 0n
        expect(back <= amount).toBe(true)
        const lost = parseDecimal(fiatOf(one, amount - back) ?? '')
        const room = parseDecimal(fiatOf(one, 1n) ?? '')
        if (!lost || !room) throw new Error('No price')
        const scale = 10n ** BigInt(lost.places + room.places)
        const asCents = (value: { digits: bigint; places: number }) =>
          (value.digits * scale) / 10n ** BigInt(value.places)
        expect(asCents(lost) <= scale / 100n + asCents(room) * 2n + 2n).toBe(true)
      }),
    )
  })
  it('clears what is no amount, and stays where no price is known', () => {
    expect(turnUnit(token('1', 6, 1), { amount: 'x', unit: 'token' })).toEqual({ amount: '', unit: 'fiat' })
    const written = { amount: '5', unit: 'token' } as const
    expect(turnUnit(token('1', 6), written)).toBe(written)
  })
})

describe('mostUnits', () => {
  it('leaves the fee of the native coin alone, and nothing of a token', () => {
    fc.assert(
      fc.property(units, units, (held, fee) => {
        const native = token(wholeUnits(token('0', 18), held), 18)
        expect(heldUnits(native)).toBe(held)
        expect(mostUnits(native, fee)).toBe(held > fee ? held - fee : 0n)
        expect(mostUnits({ ...native, address: 'eip155:1:0x' }, fee)).toBe(held)
      }),
    )
  })
})
