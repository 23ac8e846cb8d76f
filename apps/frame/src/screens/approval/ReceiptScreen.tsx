import { Button, Icon, Spinner } from '@latchkey/ui'
import { type ReactElement, useEffect, useId } from 'react'
import type { ApprovalScreenProps, Receipt } from '../../approvals/ApprovalView.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { LinkButton } from '../parts/LinkButton.tsx'
import { ScreenFrame } from '../parts/ScreenFrame.tsx'
import { Facts } from './Facts.tsx'
import { Hero, Parties } from './FirstParts.tsx'
import { firstScreenOf } from './firstScreen.ts'

const toneOf = ({ status }: Receipt) =>
  status === 'pending' ? 'waiting' : status === 'failed' || status === 'expired' ? 'danger' : 'success'

/** What it came to, announced when it changes. */
function Status({ receipt }: { receipt: Receipt }): ReactElement {
  const say = useSay()
  const tone = toneOf(receipt)
  return (
    <p className="fr-receipt-status" role="status" data-tone={tone}>
      <span className="fr-receipt-mark">
        {tone === 'waiting' ? (
          <Spinner />
        ) : (
          <Icon name={tone === 'success' ? 'success' : 'alert'} size={24} />
        )}
      </span>
      {say(`receipt.${receipt.status}`)}
    </p>
  )
}

/** Whoever touches a receipt has more time to read it. */
function useStay(stay: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once is enough.
  useEffect(() => {
    const abort = new AbortController()
    const options = { signal: abort.signal, capture: true, passive: true }
    for (const type of ['pointerdown', 'keydown', 'wheel'] as const)
      document.addEventListener(type, () => stay(), options)
    return () => abort.abort()
  }, [])
}

/** What became of what was approved, while the page goes on: waiting, confirmed, final or failed. */
export function ReceiptScreen(props: ApprovalScreenProps & { receipt: Receipt }): ReactElement {
  const { receipt, view, id, wallet, isLeft, onReject, onRetry, onFocusExit } = props
  const say = useSay()
  const heading = useId()
  const first = firstScreenOf(view)
  useStay(onRetry)
  const facts = [...(first.network ? [first.network] : []), ...receipt.facts]
  return (
    <ScreenFrame
      wallet={wallet}
      labelledBy={heading}
      screenKey={`${id}/receipt`}
      onEscape={onReject}
      onFocusExit={onFocusExit}
      footer={
        <Button variant="primary" onClick={onReject}>
          {say('receipt.done')}
        </Button>
      }
    >
      <Status receipt={receipt} />
      {isLeft && receipt.status === 'pending' ? (
        <p className="lk-small lk-dim">{say('window.left')}</p>
      ) : receipt.isStale ? (
        <p className="lk-small lk-dim">{say('status.unreachable')}</p>
      ) : null}
      <div className="fr-head">
        <h1 id={heading} tabIndex={-1} className="fr-label">
          {say(view.title)}
        </h1>
        <Hero view={view} amount={first.amount} advice={props.advice} />
      </div>
      <Parties parties={first.parties} />
      {receipt.status === 'signed' ? null : <Facts facts={facts} />}
      {receipt.link === null ? null : <LinkButton href={receipt.link}>{say('status.look')}</LinkButton>}
    </ScreenFrame>
  )
}
