import { LANGUAGES } from '@latchkey/i18n/languages/modal'
import { describe, expect, it } from 'vitest'
import {
  formatLocalAmount,
  formatLocalFiat,
  formatWholeAmount,
  readTypedAmount,
  writeTypedAmount,
} from './formatLocalAmount.ts'
import { english, loadLocale } from './LocaleContext.tsx'

it.each([
  ['1.23456', '1.234'],
  ['0', '0.000'],
  ['1234567890.9999', '1,234,567,890.999'],
  ['0.0000001', '<0.001'],
  // More digits than a float holds.
  ['123456789012345678901.5', '123,456,789,012,345,678,901.500'],
])('writes %s as %s', (amount, text) => {
  expect(formatLocalAmount(english, amount)).toBe(text)
})

it('writes the number as its reader does', async () => {
  expect(formatLocalAmount(await loadLocale('de'), '1234.5')).toBe('1.234,500')
})

it.each([undefined, '', 'NaN', '-1', '1e3'])('knows nothing of %s', (amount) => {
  expect(formatLocalAmount(english, amount)).toBeUndefined()
})

it.each([
  ['1234.567', '$1,234.56'],
  ['0', '$0.00'],
  ['0.001', '<$0.01'],
])('R9-31 writes %s dollars as %s', (amount, text) => {
  expect(formatLocalFiat(english, amount)).toBe(text)
})

it('writes what is sent with every place', () => {
  expect(formatWholeAmount(english, '1234.000000000000000001')).toBe('1,234.000000000000000001')
})

describe('an amount that is typed', () => {
  it.each([
    ['', ''],
    ['1.', '1.'],
    ['.5', '.5'],
    ['1,5', '1.5'],
    ['1,000', '1000'],
    ['1,234.5', '1234.5'],
    ['1 234.5', '1234.5'],
    ['0,125', '0.125'],
    ['1,00,000', '100000'],
    ['１２．５', '12.5'],
  ])('%s is %s in English', (typed, amount) => expect(readTypedAmount(english, typed)).toBe(amount))
  it.each([
    ['1,5', '1.5'],
    ['1.5', '1.5'],
    ['1.000', '1000'],
    ['1.234,5', '1234.5'],
    ['1,234.5', '1234.5'],
    // No group begins with a zero: this is not a hundred and twenty-five.
    ['0.125', '0.125'],
    ['00.125', '00.125'],
  ])('%s is %s in German', async (typed, amount) => {
    const german = await loadLocale('de')
    expect(readTypedAmount(german, typed)).toBe(amount)
    expect(readTypedAmount(german, writeTypedAmount(german, amount))).toBe(amount)
  })
  it.each([
    ['1.234', '1.234'],
    ['1,234', '1.234'],
    ['1 234,5', '1234.5'],
    ['1.234,5', '1234.5'],
  ])('%s is %s in French, where neither mark sets groups apart', async (typed, amount) => {
    expect(readTypedAmount(await loadLocale('fr'), typed)).toBe(amount)
  })
  it.each([
    ['۱٫۵', '1.5'],
    ['۱٬۲۳۴٫۵', '1234.5'],
    ['١٬٢٣٤', '1234'],
    ['१२.५', '12.5'],
  ])('%s is %s in any language', (typed, amount) => {
    expect(readTypedAmount(english, typed)).toBe(amount)
  })
  it.each(LANGUAGES)('reads back in %s what it has written, digit by digit', async (tag) => {
    const locale = await loadLocale(tag)
    for (const amount of ['0.', '0.1', '0.12', '0.125', '1.234', '1234567.', '1234567.891'])
      expect(readTypedAmount(locale, writeTypedAmount(locale, amount))).toBe(amount)
  })
  it.each(['-1', '1e5', 'abc', '1.2.3', '1,2,3', '0x10', '9'.repeat(61)])('%s is none', (typed) => {
    expect(readTypedAmount(english, typed)).toBeUndefined()
  })
})
