import {
  activeConnector,
  activeNetwork,
  attemptStateOf,
  request,
  shortenAddress,
  showToast,
} from '@latchkey/core'
import {
  activityOf,
  fetchTransactions,
  groupByMonth,
  type Month,
  minedTime,
  relativeTime,
  type Transaction,
} from '@latchkey/core/activity'
import { transfersOf } from '@latchkey/core/transfer'
import { useAccount } from '@latchkey/react'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Amount, Button, Icon, type IconName, Row, Skeleton, VisuallyHidden } from '@latchkey/ui'
import { type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLocalAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { type HomeSayable, useHomeSay } from '../../locales/useHomeSay.ts'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { Unavailable } from '../../parts/Unavailable.tsx'
import { useFocusHandedOn } from '../../parts/useFocusHandedOn.ts'
import { useOpen } from '../../router/navigate.ts'
import css from './activity.css?inline'

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
  if (!transactions)
    return status === 'failed' ? (
      <Unavailable
        title={say('activity.unavailable')}
        help={say('activity.unavailableHelp')}
        onRetry={update}
      />
    ) : (
      <Skeletons />
    )
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
    // By which they are grouped: Persian has a calendar of its own, whose months begin on other days.
    calendar: 'gregory',
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
            <SpeedUp transaction={transaction} />
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
  // What cannot be read on takes the list away, and the button with it.
  const button = useFocusHandedOn()
  const [wasAsked, setWasAsked] = useState(false)
  useEffect(() => {
    if (wasAsked && !hasMore) end.current?.focus()
  }, [wasAsked, hasMore])
  return (
    <div ref={end} tabIndex={-1} className="lk-activity-more">
      {hasMore ? (
        <Button
          ref={button}
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

function Empty(): ReactElement {
  const say = useHomeSay()
  return (
    <div className="lk-empty">
      <p className="lk-heading">{say('activity.empty')}</p>
      <p className="lk-small lk-dim">{say('activity.emptyHelp')}</p>
    </div>
  )
}

type Transfer = Transaction['transfers'][number]
type Kind = { icon: IconName; verb: HomeSayable; side?: 'to' | 'from' }

const KINDS: Readonly<Record<Transaction['metadata']['operationType'], Kind>> = {
  send: { icon: 'arrow-up', verb: 'activity.sent', side: 'to' },
  receive: { icon: 'arrow-down', verb: 'activity.received', side: 'from' },
  trade: { icon: 'flip', verb: 'activity.swapped' },
  approve: { icon: 'check', verb: 'activity.approved', side: 'to' },
  deploy: { icon: 'contract', verb: 'activity.deployed' },
  execute: { icon: 'contract', verb: 'activity.called', side: 'to' },
}
const FAILED: Kind = { icon: 'alert', verb: 'activity.failed', side: 'to' }

function kindOf({ metadata, transfers }: Transaction): Kind {
  if (metadata.status === 'failed') return FAILED
  const isOwn = transfers.length > 0 && transfers.every(({ direction }) => direction === 'self')
  return isOwn ? { icon: 'flip', verb: 'activity.moved' } : KINDS[metadata.operationType]
}

/** One transaction: what happened, with whom, how much and when. It leads to the explorer where there is one. */
function TransactionRow({ transaction, now }: { transaction: Transaction; now: number }): ReactElement {
  const config = useConfig()
  const network = activeNetwork(useSlice(config.networks))
  const say = useHomeSay()
  const { metadata, transfers } = transaction
  const { icon, verb, side } = kindOf(transaction)
  const time = minedTime(transaction)
  const href =
    network && config.adapters[network.chainNamespace]?.explorerTransactionUrl?.(network, metadata.hash)
  // Of a swap both are told: what came stands where the amounts stand.
  const [first, second] = transfers.toSorted(
    (one, another) => Number(another.direction === 'in') - Number(one.direction === 'in'),
  )
  const other = side === 'from' ? metadata.sentFrom : metadata.sentTo
  return (
    <Row
      className="lk-activity-row"
      icon={
        <span className="lk-activity-icon" data-failed={metadata.status === 'failed' || undefined}>
          <Icon name={icon} />
        </span>
      }
      label={say(verb)}
      sublabel={
        side && other ? (
          say(`activity.${side}`, { address: unbroken(shortenAddress(other)) })
        ) : second ? (
          <MovedAmount transfer={second} />
        ) : undefined
      }
      trailing={first ? <MovedAmount transfer={first} /> : undefined}
      subtrailing={
        metadata.status === 'pending' ? (
          say('activity.waiting')
        ) : Number.isNaN(time) ? undefined : (
          <Ago time={time} now={now} />
        )
      }
      href={href}
    />
  )
}

/** A short address is one word: it does not end a line at its ellipsis. */
const unbroken = (address: string): string => address.replace('…', '\u2060…\u2060')

function Ago({ time, now }: { time: number; now: number }): ReactElement {
  const say = useHomeSay()
  const { count, unit } = relativeTime(time, now)
  return <time dateTime={new Date(time).toISOString()}>{say(`activity.ago.${unit}`, { count })}</time>
}

/** Has this wallet replace what waits by one that pays more. A wallet with screens of its own has a button for that there. */
function SpeedUp({ transaction: { speedUp } }: { transaction: Transaction }): ReactElement | null {
  const config = useConfig()
  const say = useHomeSay()
  if (!speedUp || !activeConnector(config)?.approvesInFrame) return null
  const ask = async () => {
    try {
      await request(config, speedUp)
    } catch (error) {
      if (attemptStateOf(error) !== 'declined')
        showToast(config, { kind: 'error', message: say('activity.notSpedUp') })
    }
  }
  return (
    <Button className="lk-activity-speed" size="small" onClick={() => void ask()}>
      {say('activity.speedUp')}
    </Button>
  )
}

const SIGNS = { in: '+', out: '\u2212', self: '' } as const

function MovedAmount({ transfer }: { transfer: Transfer }): ReactNode {
  const write = useLocalAmount()
  const say = useHomeSay()
  const { direction, quantity, fungible_info: token, nft_info: nft } = transfer
  const sign = SIGNS[direction]
  if (nft)
    return (
      <bdi className="lk-activity-nft">{`${sign}${say('activity.collectible', { name: nft.name })}`}</bdi>
    )
  const amount = write(quantity.numeric)
  return (
    <Amount
      value={amount?.startsWith('<') ? amount : amount && `${sign}${amount}`}
      unit={token?.symbol}
      tone={direction === 'in' ? 'success' : 'plain'}
    />
  )
}

/** A transaction that a block has is asked for again after so long, ms, and so often at most. */
const AGAIN_AFTER = 2_000
const AGAIN = 10

type ShownActivity = {
  /** Newest first; undefined while nobody has told. */
  transactions: readonly Transaction[] | undefined
  /** Of what is not shown: it brought nothing but spam. */
  hidden: number
  hasMore: boolean
  status: 'idle' | 'loading' | 'loadingMore' | 'failed'
  update: () => void
  loadMore: () => void
}

/** What the account has sent and was sent: read when it is looked at, and again when a transfer from here is in a block. */
function useActivity(): ShownActivity {
  const config = useConfig()
  const open = useOpen()
  const { caipAddress = '' } = useAccount()
  const { byAccount } = useSlice(activityOf(config))
  const activity = byAccount[caipAddress]
  const read = useCallback(
    // What became of it stands in the store.
    (more: boolean) => void fetchTransactions(config, { more }).catch(() => undefined),
    [config],
  )
  const update = useCallback(() => {
    if (caipAddress && document.visibilityState !== 'hidden') read(false)
  }, [read, caipAddress])
  useEffect(() => {
    if (!open) return
    update()
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [open, update])
  useFollowSent(caipAddress, activity?.transactions, update)
  return {
    transactions: activity?.transactions,
    hidden: activity?.hidden ?? 0,
    hasMore: typeof activity?.next === 'string',
    status: activity?.status ?? 'loading',
    update,
    loadMore: () => read(true),
  }
}

/** The service reads a block a moment after the network has made it: until it has, it is asked again. */
function useFollowSent(
  caipAddress: string,
  transactions: readonly Transaction[] | undefined,
  update: () => void,
): void {
  const config = useConfig()
  const { transfers } = useSlice(transfersOf(config))
  const mine = transfers.filter((transfer) => transfer.caipAddress === caipAddress).map(({ hash }) => hash)
  const before = useRef<readonly string[]>(mine)
  const awaited = useRef(new Map<string, number>())
  const key = mine.join()
  useEffect(() => {
    const now = key.split(',')
    for (const hash of before.current) if (hash && !now.includes(hash)) awaited.current.set(hash, AGAIN)
    before.current = now
    for (const { metadata } of transactions ?? []) awaited.current.delete(metadata.hash)
    if (awaited.current.size === 0) return
    const timer = setTimeout(() => {
      for (const [hash, left] of awaited.current) {
        if (left > 1) awaited.current.set(hash, left - 1)
        else awaited.current.delete(hash)
      }
      update()
    }, AGAIN_AFTER)
    return () => clearTimeout(timer)
  }, [key, transactions, update])
}
