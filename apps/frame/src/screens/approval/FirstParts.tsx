import { Avatar, Icon, Skeleton } from '@latchkey/ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { Advice, AmountValue, ApprovalView, Fact, Value, Warning } from '../../approvals/ApprovalView.ts'
import { formatCents, worthInCents } from '../../approvals/worth.ts'
import { Say, useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { AmountText, PhraseText, ValueText } from './ValueText.tsx'

/** What is asked, as large as it matters: the amount that is sent, or the one sentence that says all of it. */
export function Hero({ view, amount, advice }: HeroProps): ReactElement {
  if (amount === null)
    return (
      <p className="fr-title" data-watched data-first="hero">
        <PhraseText phrase={view.sentence} />
      </p>
    )
  return (
    <div className="fr-hero" data-watched data-first="hero" data-advised={view.asset ? '' : undefined}>
      {view.asset ? <TokenPicture symbol={amount.symbol} src={advice?.picture ?? null} /> : null}
      <p className="fr-hero-text">
        <AmountText value={amount} />
        {view.asset ? <Worth amount={amount} price={advice?.price ?? null} /> : null}
      </p>
    </div>
  )
}

type HeroProps = {
  view: ApprovalView
  amount: AmountValue | null
  advice: Advice | null | undefined
}

/** A token's picture, or its first letter in the same place: what a contract calls itself has no picture. */
function TokenPicture({ symbol, src }: { symbol: string; src: string | null }): ReactElement {
  const [failed, setFailed] = useState<string | null>(null)
  if (src !== null && src !== failed)
    return (
      <img
        className="fr-token"
        src={src}
        width={40}
        height={40}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setFailed(src)}
      />
    )
  return (
    <span className="fr-token" aria-hidden="true">
      {[...symbol][0]?.toUpperCase()}
    </span>
  )
}

/** About how much it is worth. Its place stays when nobody knows, so that nothing moves under somebody's hand. */
function Worth({ amount, price }: { amount: AmountValue; price: number | null }): ReactElement | null {
  const locale = useLocale()
  const { decimals } = amount
  const cents = price === null || decimals === null ? undefined : worthInCents(amount.amount, decimals, price)
  if (cents === undefined) return null
  const text = formatCents(locale.tag, cents, amount.amount > 0n)
  return (
    <span className="fr-worth">
      <Say message="worth.about" values={{ amount: <bdi key="amount">{text}</bdi> }} />
    </span>
  )
}

const seedOf = (value: Value): string | undefined => (value.kind === 'address' ? value.address : undefined)

/** Whom it is about, with a picture that is made from the address, and the address in full. */
export function Parties({ parties }: { parties: readonly Fact[] }): ReactElement | null {
  const say = useSay()
  if (parties.length === 0) return null
  return (
    <dl className="fr-parties">
      {parties.map((fact, index) => {
        const seed = seedOf(fact.value)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parties of one view do not move.
          <div key={index} className="fr-party" data-watched data-first="party">
            <dt>{say(fact.label)}</dt>
            <dd>
              {seed === undefined ? null : <Avatar seed={seed} size={32} />}
              <span className="fr-party-name">
                <ValueText value={fact.value} long />
                {fact.note ? (
                  <span className="fr-note">
                    <PhraseText phrase={fact.note} />
                  </span>
                ) : null}
              </span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** What it costs, in a few words. */
function Cost({ view, fee }: { view: ApprovalView; fee: Fact | undefined }): ReactNode {
  const say = useSay()
  if (fee?.value.kind === 'amount')
    return (
      <>
        <Say message="cost.fee" values={{ amount: <ValueText value={fee.value} /> }} />
        {fee.note?.values?.rate ? (
          <>
            {' · '}
            <PhraseText phrase={fee.note} />
          </>
        ) : null}
      </>
    )
  const sponsor = fee?.note?.values?.sponsor
  if (fee && sponsor) return <Say message="cost.free" values={{ sponsor: <ValueText value={sponsor} /> }} />
  if (fee) return <ValueText value={fee.value} />
  if (view.changes?.status !== 'loading') return say('cost.none')
  return (
    <span className="fr-cost-wait" aria-hidden="true">
      <Skeleton />
    </span>
  )
}

type CostLineProps = {
  view: ApprovalView
  network: Fact | undefined
  fee: Fact | undefined
  /** What the fee can be changed with. */
  children?: ReactNode
}

/** Network and fee on one line. */
export function CostLine({ view, network, fee, children }: CostLineProps): ReactElement {
  const say = useSay()
  // Where the network did not answer nobody knows.
  const isUnknown = view.stop !== null && fee === undefined
  return (
    <dl className="fr-cost">
      <div data-watched data-first="cost">
        <dt className="lk-hidden">{say(network ? 'cost.heading' : 'row.fee')}</dt>
        <dd>
          {network ? <ValueText value={network.value} /> : null}
          {network && !isUnknown ? (
            <>
              <span aria-hidden="true"> · </span>
              <span className="lk-hidden">, </span>
            </>
          ) : null}
          {isUnknown ? null : <Cost view={view} fee={fee} />}
        </dd>
        {children}
      </div>
    </dl>
  )
}

/** The worst that there is to say, which stays in sight however far somebody reads. A danger heads the whole sheet. */
export function WorstWarning({ warning, id }: { warning: Warning; id: string }): ReactElement {
  return (
    <div id={id} className="fr-worst" data-level={warning.level} data-watched data-worst data-first="worst">
      <Icon name={warning.level === 'info' ? 'info' : 'alert'} />
      <div className="fr-worst-text">
        <p className="fr-worst-title">
          <PhraseText phrase={warning.title} />
        </p>
        <p>
          <PhraseText phrase={warning.body} />
        </p>
      </div>
    </div>
  )
}

/** The same beside the buttons of a window so low that nothing stays in place. */
export function WorstAgain({ warning }: { warning: Warning }): ReactElement {
  return (
    <p className="fr-worst-again" data-level={warning.level} data-worst>
      <Icon name={warning.level === 'info' ? 'info' : 'alert'} size={16} />
      <span>
        <PhraseText phrase={warning.title} />
      </span>
    </p>
  )
}
