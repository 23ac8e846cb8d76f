import { activeNamespace, formatAmount } from '@latchkey/core'
import { useConfig } from '@latchkey/react/provider'
import { plainDigits } from '@latchkey/std/plainDigits'
import { type Locale, useLocale } from './LocaleContext.tsx'

/** Spec 9: places after the point of a balance, and of a currency. */
const BALANCE_DIGITS = 3
const CURRENCY_DIGITS = 2
/** More than any token has. */
const MOST_DIGITS = 20

const format = (locale: Locale, text: string, options: Intl.NumberFormatOptions): string | undefined => {
  const match = /^(<?)(\d+(?:\.\d+)?)$/.exec(text)
  // The string itself, not a float of it, is formatted.
  return (
    (match && `${match[1]}${new Intl.NumberFormat(locale.tag, options).format(match[2] as `${number}`)}`) ??
    undefined
  )
}

/**
 * A balance in the form of the reader's language, cut to so many places; undefined while unknown.
 *
 * @param amount decimal string in whole units
 * @param digits 3 at least; those of zero beyond the third are left out
 */
export const formatLocalAmount = (
  locale: Locale,
  amount: string | undefined,
  digits = BALANCE_DIGITS,
): string | undefined =>
  format(locale, formatAmount(amount, digits), {
    minimumFractionDigits: BALANCE_DIGITS,
    maximumFractionDigits: digits,
  })

/** A function that writes the balances of the active namespace, with the places that its coin is counted in. */
export function useLocalAmount(): (amount: string | undefined) => string | undefined {
  const config = useConfig()
  const locale = useLocale()
  const digits = config.adapters[activeNamespace(config)]?.balanceDigits
  return (amount) => formatLocalAmount(locale, amount, digits)
}

/**
 * An amount of US dollars, cut to the cent; undefined while unknown.
 *
 * @param amount decimal string in dollars
 */
export const formatLocalFiat = (locale: Locale, amount: string | undefined): string | undefined =>
  format(locale, formatAmount(amount, CURRENCY_DIGITS), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  })

/** An amount with every place that it has: what is sent is never shown as less. */
export const formatWholeAmount = (locale: Locale, amount: string | undefined): string | undefined =>
  amount === undefined ? undefined : format(locale, amount, { maximumFractionDigits: MOST_DIGITS })

/** A rate with as many places as it is written with: one cut to cents keeps its zeros. */
export const formatRate = (locale: Locale, rate: string): string | undefined => {
  const places = rate.split('.')[1]?.length ?? 0
  return format(locale, rate, { minimumFractionDigits: places, maximumFractionDigits: places })
}

const markOf = (locale: Locale, kind: 'decimal' | 'group'): string | undefined =>
  new Intl.NumberFormat(locale.tag).formatToParts(1_234_567.5).find(({ type }) => type === kind)?.value

const separatorOf = (locale: Locale): string => markOf(locale, 'decimal') ?? '.'

/** The same text with digits and marks of ASCII, without what only sets groups apart in any language. */
const plainAmount = (text: string): string =>
  plainDigits(text)
    .replaceAll(/[\s\u066c]/g, '')
    .replaceAll('\u066b', '.')

/** The mark that sets groups of thousands apart in a number; undefined: none does. */
function groupIn(locale: Locale, typed: string): ',' | '.' | undefined {
  const [comma, point] = [typed.lastIndexOf(','), typed.lastIndexOf('.')]
  // Of two marks the last one is that of the fraction.
  const group = comma >= 0 && point >= 0 ? (comma < point ? ',' : '.') : markOf(locale, 'group')
  if (group !== ',' && group !== '.') return undefined
  // No group begins with a zero: `0.125` is an eighth in every language.
  const grouped =
    group === ',' ? /^[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/ : /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/
  return grouped.test(typed) ? group : undefined
}

/**
 * Reads an amount as it is typed or pasted, with the digits, and the point or the comma, of any language; a single mark sets groups of
 * thousands apart only where it does so in the reader's language.
 *
 * @returns digits with at most one point; undefined for what is no amount
 * @example
 * readTypedAmount(german, '1.234,5') // '1234.5'
 */
export function readTypedAmount(locale: Locale, text: string): string | undefined {
  const typed = plainAmount(text)
  const group = groupIn(locale, typed)
  const plain = (group ? typed.replaceAll(group, '') : typed).replace(',', '.')
  return /^\d{0,60}(?:\.\d{0,30})?$/.test(plain) ? plain : undefined
}

/** An amount as it was typed, with the point of the reader's language. */
export const writeTypedAmount = (locale: Locale, amount: string): string =>
  amount.replace('.', separatorOf(locale))
