import { expect, it } from 'vitest'
import { formatLocalAmount } from './formatLocalAmount.ts'
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
