import type { Locale } from '../../locales/LocaleContext.tsx'

/** A currency's name in the reader's language, such as “US dollars”; its code where nobody knows one. */
export function nameOfFiat({ tag }: Locale, code: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'currency' }).of(code) ?? code
  } catch {
    return code
  }
}

/** What stands beside an amount of a currency, such as `$`. */
export function signOfFiat({ tag }: Locale, code: string): string {
  const format = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code
}

/** An amount of a currency in the form of the reader's language. The text itself is formatted, never a float of it. */
export const formatMoney = ({ tag }: Locale, amount: string, code: string): string =>
  new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).format(amount as `${number}`)
