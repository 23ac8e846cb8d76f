import { formatAmount } from '@latchkey/core'
import type { Locale } from './LocaleContext.tsx'

/** Spec 9: places after the point of a balance. */
const BALANCE_DIGITS = 3

/**
 * A balance in the form of the reader's language, cut to three places; undefined while unknown.
 *
 * @param amount decimal string in whole units
 */
export function formatLocalAmount(locale: Locale, amount: string | undefined): string | undefined {
  const text = formatAmount(amount, BALANCE_DIGITS)
  const match = /^(<?)(\d+\.\d+)$/.exec(text)
  if (!match) return undefined
  const numbers = new Intl.NumberFormat(locale.tag, {
    minimumFractionDigits: BALANCE_DIGITS,
    maximumFractionDigits: BALANCE_DIGITS,
  })
  // The string itself, not a float of it, is formatted.
  return `${match[1]}${numbers.format(match[2] as `${number}`)}`
}
