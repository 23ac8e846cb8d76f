import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCents, worthInCents } from './worth.ts'

describe('what an amount is worth', () => {
  test.each([
    [1_500_000n, 6, 0.9998, 149n],
    [10n ** 18n, 18, 2806.4312, 280_643n],
    [1n, 18, 2806.4312, 0n],
    [10n ** 18n, 18, 1.5e-7, 0n],
    [10n ** 18n, 18, 1e21, 10n ** 23n],
    [2n ** 256n - 1n, 0, 1, (2n ** 256n - 1n) * 100n],
  ])('%s base units of %s decimals at %s', (amount, decimals, price, cents) => {
    expect(worthInCents(amount, decimals, price)).toBe(cents)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e-300])('a price of %s is none', (price) => {
    expect(worthInCents(10n ** 18n, 18, price)).toBeUndefined()
  })

  test('more is never worth less, and nothing is rounded up', () => {
    const amounts = fc.bigInt({ min: 0n, max: 2n ** 128n })
    const prices = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(amounts, amounts, prices, fc.integer({ min: 0, max: 24 }), (one, more, price, decimals) => {
        const cents = worthInCents(one, decimals, price) ?? -1n
        expect(worthInCents(one + more, decimals, price)).toBeGreaterThanOrEqual(cents)
        const exact = one * BigInt(price) * 100n
        expect(cents * 10n ** BigInt(decimals)).toBeLessThanOrEqual(exact)
        expect((cents + 1n) * 10n ** BigInt(decimals)).toBeGreaterThan(exact)
      }),
    )
  })
})

test.each([
  ['en', 123_456n, true, '$1,234.56'],
  ['de', 123_456n, true, '1.234,56\u00a0$'],
  ['en', 0n, true, '< $0.01'],
  ['en', 0n, false, '$0.00'],
  ['en', 10n ** 30n, true, '$10,000,000,000,000,000,000,000,000,000.00'],
])('%s: %s cents', (tag, cents, some, text) => {
  expect(formatCents(tag, cents, some)).toBe(text)
})
