import { formOf } from '@latchkey/i18n/say'
import { Address } from '@latchkey/ui'
import type { ReactElement, ReactNode } from 'react'
import type { AmountValue, Phrase, Value } from '../../approvals/ApprovalView.ts'
import type { Locale } from '../../locales/Locale.ts'
import { Say, useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { formatValueAmount } from './amounts.ts'

/** A number with its unit, in the language's own digits and marks, never rounded unless it is an estimate. */
export function AmountText({ value, sign = '' }: { value: AmountValue; sign?: string }): ReactElement {
  const locale = useLocale()
  const say = useSay()
  const unit = value.decimals === null ? say('value.unitsOf', { token: value.symbol }) : value.symbol
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
      return <bdi className="fr-quote">“{value.text}”</bdi>
    case 'address':
      return <Address value={value.address} form={long ? 'long' : 'short'} />
    case 'amount':
      return <AmountText value={value} />
    case 'date':
      return dateText(locale, value.seconds)
    case 'count':
      return String(value.count)
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
