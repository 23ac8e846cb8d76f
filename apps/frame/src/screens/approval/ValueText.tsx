import { formOf } from '@latchkey/i18n/say'
import { toWholeUnits } from '@latchkey/std/decimalUnits'
import { plainDigits } from '@latchkey/std/plainDigits'
import { Address } from '@latchkey/ui'
import type { ReactElement, ReactNode } from 'react'
import type { AmountValue, Phrase, Value } from '../../approvals/ApprovalView.ts'
import type { Locale } from '../../locales/Locale.ts'
import { Say, useLocale, useSay } from '../../locales/LocaleContext.tsx'

/** As many places as every browser formats exactly. */
const maxPlaces = 20

/**
 * Writes an amount in a language's numbers: exact, but for estimates, which are cut to four digits that matter.
 * An amount whose decimals are not known stays a count of smallest units.
 *
 * @example
 * formatValueAmount('de', { kind: 'amount', amount: 1500000000000000000n, decimals: 18, symbol: 'ETH' }) // '1,5'
 */
export function formatValueAmount(tag: string, { amount, decimals, rounding }: AmountValue): string {
  const exact = toWholeUnits(amount, decimals ?? 0)
  const places = exact.split('.')[1]?.length ?? 0
  if (places > maxPlaces) return exact
  const options: RoundingOptions = rounding
    ? { maximumSignificantDigits: 4, roundingMode: rounding === 'up' ? 'ceil' : 'halfExpand' }
    : { maximumFractionDigits: maxPlaces }
  // A number as text is formatted without passing through floating point (ECMA-402, Intl.NumberFormat v3).
  const number = new Intl.NumberFormat(tag, options).format(exact as `${number}`)
  return rounding === 'nearest' ? `≈ ${number}` : number
}

type RoundingOptions = Intl.NumberFormatOptions & { roundingMode?: 'ceil' | 'halfExpand' }

/**
 * Reads an amount that a person typed: digits of any keyboard with at most one point or comma, no sign, no exponent, no groups.
 *
 * @param decimals of the token: more places than it has are refused, never cut off
 * @returns the amount in the smallest unit; undefined when it is not such a number
 * @example
 * parseDecimal('1,5', 6) // 1500000n
 */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = /^([0-9]{1,78})(?:[.,\u066b]([0-9]{1,78}))?$/.exec(plainDigits(text).trim())
  if (!match) return undefined
  const [, whole = '', places = ''] = match
  if (places.length > decimals) return undefined
  const amount = BigInt(`${whole}${places.padEnd(decimals, '0')}`)
  return amount < 2n ** 256n ? amount : undefined
}

/** A number with its unit, in the language's own digits and marks, never rounded unless it is an estimate. */
export function AmountText({ value, sign = '' }: { value: AmountValue; sign?: string }): ReactElement {
  const locale = useLocale()
  // Beside a word that runs from right to left, the first digit of an address would stand apart from the rest of it.
  const unit =
    value.decimals === null ? (
      <Say message="value.unitsOf" values={{ token: <bdi dir="ltr">{value.symbol}</bdi> }} />
    ) : (
      value.symbol
    )
  return (
    <bdi className="fr-amount" dir="ltr">
      {sign}
      {formatValueAmount(locale.tag, value)}
      {unit ? <span className="fr-unit"> {unit}</span> : null}
    </bdi>
  )
}

function dateText({ tag }: Locale, seconds: bigint): string {
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  return format.format(new Date(Number(seconds) * 1_000))
}

/** One value of a sentence or a row. */
export function ValueText({ value, long = false }: { value: Value; long?: boolean }): ReactNode {
  const say = useSay()
  const locale = useLocale()
  switch (value.kind) {
    case 'text':
      return <bdi>{value.text}</bdi>
    case 'message':
      return say(value.key)
    case 'quote':
      return <bdi className="fr-quote">{say('value.quote', { text: value.text })}</bdi>
    case 'address':
      return <Address value={value.address} form={long ? 'long' : 'short'} />
    case 'amount':
      return <AmountText value={value} />
    case 'date':
      return dateText(locale, value.seconds)
    case 'count':
      return value.count.toLocaleString(locale.tag)
    case 'phrase':
      return <PhraseText phrase={value.phrase} />
  }
}

/** A sentence with its values set off. */
export function PhraseText({ phrase }: { phrase: Phrase }): ReactElement {
  const locale = useLocale()
  const values = Object.entries(phrase.values ?? {})
  const nodes = values.map(([name, value]): [string, ReactNode] => [
    name,
    <strong key={name} className="fr-strong">
      <ValueText value={value} />
    </strong>,
  ])
  const count = phrase.values?.count
  const form = formOf<Phrase['key']>(locale, phrase.key, count?.kind === 'count' ? count.count : undefined)
  return <Say message={form} values={Object.fromEntries(nodes)} />
}
