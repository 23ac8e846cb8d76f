import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  cutDecimal,
  type Decimal,
  decimalOf,
  divide,
  multiply,
  parseDecimal,
  toBaseUnits,
  writeDecimal,
} from './decimal.ts'

const decimal = fc.record({ digits: fc.bigInt({ min: 0n, max: 10n ** 40n }), places: fc.nat({ max: 30 }) })
/** The same number with as many places as both have. */
const same = (one: Decimal, other: Decimal) =>
  one.digits * 10n ** BigInt(other.places) === other.digits * 10n ** BigInt(one.places)
const isLess = (one: Decimal, other: Decimal) =>
  one.digits * 10n ** BigInt(other.places) <= other.digits * 10n ** BigInt(one.places)

describe('parseDecimal', () => {
  it.each([
    ['0', '0'],
    ['1.50', '1.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['0.000000000000000001', '0.000000000000000001'],
  ])('reads %s', (text, written) => {
    const parsed = parseDecimal(text)
    expect(parsed && writeDecimal(parsed)).toBe(written)
  })
  it.each(['', '.', '-1', '+1', '1e3', '1,5', '0x1', '١', ' 1', '1 ', 'NaN', '1.2.3', '9'.repeat(81)])(
    'refuses %j',
    (text) => expect(parseDecimal(text)).toBeUndefined(),
  )
  it('reads what it writes', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        const read = parseDecimal(writeDecimal(value))
        expect(read && same(read, value)).toBe(true)
      }),
    )
  })
  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseDecimal(text)))
  })
})

describe('decimalOf', () => {
  it.each([
    [0, '0'],
    [1e-7, '0.0000001'],
    [1.5e21, '1500000000000000000000'],
    [2451.37, '2451.37'],
    [0.1, '0.1'],
  ])('writes the float %s as %s', (value, text) => {
    const read = decimalOf(value)
    expect(read && writeDecimal(read)).toBe(text)
  })
  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('knows nothing of %s', (value) => {
    expect(decimalOf(value)).toBeUndefined()
  })
  it('is the very float again', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
        const read = decimalOf(value)
        expect(Number(read && writeDecimal(read))).toBe(value)
      }),
    )
  })
})

describe('arithmetic', () => {
  it('base units and back lose nothing, and an amount with more places than the unit is refused', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 50n }), fc.nat({ max: 30 }), (units, decimals) => {
        const written = { digits: units, places: decimals }
        const read = parseDecimal(writeDecimal(written))
        expect(read && toBaseUnits(read, decimals)).toBe(units)
        if (units % 10n !== 0n && decimals > 0) expect(toBaseUnits(written, decimals - 1)).toBeUndefined()
      }),
    )
  })
  it('sums and products are those of fractions', () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const scale = 10n ** BigInt(one.places + other.places)
        const product = multiply(one, other)
        expect(product.digits * scale).toBe(one.digits * other.digits * 10n ** BigInt(product.places))
        const sum = add(one, other)
        expect(sum.digits * scale).toBe(
          (one.digits * 10n ** BigInt(other.places) + other.digits * 10n ** BigInt(one.places)) *
            10n ** BigInt(sum.places),
        )
      }),
    )
  })
  it('cutting and dividing never give more than there was', () => {
    fc.assert(
      fc.property(decimal, decimal, fc.nat({ max: 20 }), (one, other, places) => {
        expect(isLess(cutDecimal(one, places), one)).toBe(true)
        expect(cutDecimal(one, places).places).toBeLessThanOrEqual(Math.max(places, one.places))
        const quotient = divide(one, other, places)
        expect(quotient === undefined).toBe(other.digits === 0n)
        if (quotient) expect(isLess(multiply(quotient, other), one)).toBe(true)
      }),
    )
  })
})
