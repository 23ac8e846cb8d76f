import { groupByMonth, type Month } from '@latchkey/core/activity'
import { Banner, Button, Row, Skeleton, VisuallyHidden } from '@latchkey/ui'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import css from './activity.css?inline'
import { TransactionRow } from './TransactionRow.tsx'
import { type ShownActivity, useActivity } from './useActivity.ts'

/** What the account has sent and was sent on the active network, month by month. */
export function ActivityList(): ReactElement {
  const activity = useActivity()
  return (
    <>
      <StyleSheet css={css} />
      <Content {...activity} />
    </>
  )
}

function Content(activity: ShownActivity): ReactElement {
  const { transactions, hidden, status, update } = activity
  const say = useHomeSay()
  if (!transactions) return status === 'failed' ? <Unavailable update={update} /> : <Skeletons />
  return (
    <>
      {transactions.length > 0 ? <Months {...activity} transactions={transactions} /> : null}
      {transactions.length === 0 && !activity.hasMore ? <Empty /> : null}
      <More {...activity} />
      {hidden > 0 ? (
        <p className="lk-small lk-dim lk-activity-note">{say('activity.hidden', { count: hidden })}</p>
      ) : null}
    </>
  )
}

function Months({
  transactions,
}: {
  transactions: NonNullable<ShownActivity['transactions']>
}): ReactElement {
  // Times are of when the list was told.
  const [told, setTold] = useState({ transactions, now: Date.now() })
  if (told.transactions !== transactions) setTold({ transactions, now: Date.now() })
  return (
    <>
      {groupByMonth(transactions).map((month) => (
        <MonthGroup key={`${month.year}-${month.month}`} month={month} now={told.now} />
      ))}
    </>
  )
}

/** This year's months go by their name alone. */
function MonthGroup({ month, now }: { month: Month; now: number }): ReactElement {
  const { tag } = useLocale()
  const isThisYear = month.year === new Date(now).getFullYear()
  const name = new Intl.DateTimeFormat(tag, {
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(new Date(month.year, month.month))
  return (
    <section className="lk-activity-month">
      <h3 className="lk-group">{name}</h3>
      <ul className="lk-stack" data-gap="4" aria-label={name}>
        {month.transactions.map((transaction) => (
          <li key={transaction.id}>
            <TransactionRow transaction={transaction} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Reads on. Where that was the last of it, the focus goes where the button was. */
function More({ hasMore, status, loadMore }: ShownActivity): ReactElement {
  const say = useHomeSay()
  const end = useRef<HTMLDivElement>(null)
  const [wasAsked, setWasAsked] = useState(false)
  useEffect(() => {
    if (wasAsked && !hasMore) end.current?.focus()
  }, [wasAsked, hasMore])
  return (
    <div ref={end} tabIndex={-1} className="lk-activity-more">
      {hasMore ? (
        <Button
          variant="ghost"
          loading={status === 'loadingMore'}
          onClick={() => {
            setWasAsked(true)
            loadMore()
          }}
        >
          {say('activity.loadMore')}
        </Button>
      ) : null}
    </div>
  )
}

function Skeletons(): ReactElement {
  const say = useSay()
  return (
    <div className="lk-stack" data-gap="4" aria-busy="true">
      <VisuallyHidden>{say('shell.loading')}</VisuallyHidden>
      {[72, 96, 64, 88].map((width) => (
        <Row
          key={width}
          icon={<Skeleton shape="circle" width={32} />}
          label={<Skeleton width={width} />}
          sublabel={<Skeleton width={112} />}
          trailing={<Skeleton width={72} />}
        />
      ))}
    </div>
  )
}

function Unavailable({ update }: Pick<ShownActivity, 'update'>): ReactElement {
  const say = useHomeSay()
  const shell = useSay()
  const action = (
    <Button size="small" onClick={update}>
      {shell('shell.tryAgain')}
    </Button>
  )
  return (
    <Banner tone="warning" title={say('activity.unavailable')} action={action}>
      {say('activity.unavailableHelp')}
    </Banner>
  )
}

function Empty(): ReactElement {
  const say = useHomeSay()
  return (
    <div className="lk-empty">
      <p className="lk-heading">{say('activity.empty')}</p>
      <p className="lk-small lk-dim">{say('activity.emptyHelp')}</p>
    </div>
  )
}
