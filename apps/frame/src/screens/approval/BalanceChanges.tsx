import { Address, Card, Chip, Skeleton } from '@latchkey/ui'
import type { ReactElement, ReactNode } from 'react'
import type { ChangeRow, Changes } from '../../approvals/ApprovalView.ts'
import type { MessageKey } from '../../locales/Locale.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { AmountText, ValueText } from './ValueText.tsx'

const signs = { out: '−', in: '+', gives: '' }
const words = { out: 'changes.out', in: 'changes.in', gives: 'changes.gives' } as const

function Row({ row }: { row: ChangeRow }): ReactElement {
  const say = useSay()
  const { value, direction, unlimited, token } = row
  return (
    <div className="fr-change" data-direction={direction}>
      <dt>{say(words[direction])}</dt>
      <dd>
        {unlimited && value.kind === 'amount' ? (
          <bdi className="fr-amount">
            {say('value.unlimited')} <span className="fr-unit">{value.symbol}</span>
          </bdi>
        ) : value.kind === 'amount' ? (
          <AmountText value={value} sign={signs[direction]} />
        ) : (
          <span className="fr-amount">
            {signs[direction]} <ValueText value={value} />
          </span>
        )}
        {token === undefined ? null : (
          <span className="fr-note">
            <Address value={token} />
          </span>
        )}
      </dd>
    </div>
  )
}

function Rows({ rows }: { rows: readonly ChangeRow[] }): ReactElement {
  return (
    <dl className="fr-changes-list">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two equal changes are told apart by their place alone.
        <Row key={index} row={row} />
      ))}
    </dl>
  )
}

/** What there is to say beside the rows: that there are none, or that there may be more. */
function wordsFor(changes: Changes): MessageKey | null {
  if (changes.status === 'loading') return null
  if (changes.status !== 'unknown') return changes.rows.length === 0 ? 'changes.none' : null
  return changes.rows.length === 0 ? 'changes.unknown' : 'changes.more'
}

/** What the balances and allowances will be changed by: word and sign first, colour as well. */
export function BalanceChanges({
  changes,
  children,
}: {
  changes: Changes
  children?: ReactNode
}): ReactElement {
  const say = useSay()
  const loading = changes.status === 'loading'
  const told = wordsFor(changes)
  return (
    <Card className="fr-changes" data-watched aria-busy={loading || undefined}>
      <div className="lk-line" data-align="spread">
        <h2 className="fr-label">{say('changes.heading')}</h2>
        {changes.status === 'known' ? <Chip>{say('changes.estimate')}</Chip> : null}
      </div>
      {changes.status === 'loading' ? (
        <div className="fr-change">
          <Skeleton width="30%" />
          <Skeleton width="40%" />
        </div>
      ) : (
        <>
          {changes.rows.length === 0 ? null : <Rows rows={changes.rows} />}
          {told === null ? null : <p className="lk-small lk-dim">{say(told)}</p>}
        </>
      )}
      {children}
    </Card>
  )
}
