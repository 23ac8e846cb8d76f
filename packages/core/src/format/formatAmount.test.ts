import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount, formatUnits, shortenAddress, UNKNOWN_AMOUNT } from './formatAmount.ts'

describe('formatAmount', () => {
  it.each([
    ['0', 3, '0.000'],
    ['1.23456', 3, '1.234'],
    ['1.9999', 3, '1.999'],
    ['007.5', 3, '7.500'],
    ['0.0001', 3, '<0.001'],
    ['0.009', 2, '<0.01'],
    ['0.4', 0, '<1'],
    ['12', 0, '12'],
    ['12.5', 2, '12.50'],
  ])('R9-30 shows %s with %i places as %s', (amount, digits, text) =>
    expect(formatAmount(amount, digits)).toBe(text),
  )
  it.each([undefined, '', 'NaN', '-1', '1e5', '.5', '5.', '1,5', ' 1'])('shows %j as unknown', (amount) =>
    expect(formatAmount(amount)).toBe(UNKNOWN_AMOUNT),
  )
  it('R9-30 never shows NaN, and never more than there is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), fc.nat(36), (value, decimals) => {
        const text = formatAmount(formatUnits(value, decimals))
        if (text.startsWith('<')) return
        expect(text).toMatch(/^\d+\.\d{3}$/)
        const shown = BigInt(text.replace('.', ''))
        // shown / 10^3 <= value / 10^decimals
        expect(shown * 10n ** BigInt(decimals) <= value * 1000n).toBe(true)
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => !formatAmount(text).includes('NaN')))
  })
})

describe('formatUnits', () => {
  it('is exact at any size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }), fc.nat(36), (value, decimals) => {
        const text = formatUnits(value, decimals)
        const [whole = '', fraction = ''] = text.replace('-', '').split('.')
        const digits = BigInt(whole + fraction.padEnd(decimals, '0'))
        expect(text.startsWith('-') ? -digits : digits).toBe(value)
      }),
    )
  })
})

it('shortens an address to its ends', () => {
  expect(shortenAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266')
  expect(shortenAddress('short')).toBe('short')
})
