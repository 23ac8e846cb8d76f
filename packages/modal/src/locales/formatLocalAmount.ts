import { activeNamespace, formatAmount } from '@latchkey/core'
import { useConfig } from '@latchkey/react/provider'
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

const separatorOf = (locale: Locale): string =>
  new Intl.NumberFormat(locale.tag).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/**
 * Reads an amount as it is typed or pasted, with the point or the comma of any language; groups of thousands are those of the
 * reader's.
 *
 * @returns digits with at most one point; undefined for what is no amount
 * @example
 * readTypedAmount(german, '1.234,5') // '1234.5'
 */
export function readTypedAmount(locale: Locale, text: string): string | undefined {
  const typed = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  const group = separatorOf(locale) === ',' ? '\\.' : ','
  const isGrouped = new RegExp(`^\\d{1,3}(?:${group}\\d{3})+(?:[.,]\\d*)?$`).test(typed)
  const plain = (isGrouped ? typed.replaceAll(new RegExp(group, 'g'), '') : typed).replace(',', '.')
  return /^\d{0,60}(?:\.\d{0,30})?$/.test(plain) ? plain : undefined
}

/** An amount as it was typed, with the point of the reader's language. */
export const writeTypedAmount = (locale: Locale, amount: string): string =>
  amount.replace('.', separatorOf(locale))
