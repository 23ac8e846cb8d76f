import { activeNetwork, shortenAddress } from '@latchkey/core'
import { relativeTime, type Transaction } from '@latchkey/core/activity'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Amount, Icon, type IconName, Row } from '@latchkey/ui'
import type { ReactElement, ReactNode } from 'react'
import { formatLocalAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale } from '../../locales/LocaleContext.tsx'
import { type HomeSayable, useHomeSay } from '../../locales/useHomeSay.ts'

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
export function TransactionRow({
  transaction,
  now,
}: {
  transaction: Transaction
  now: number
}): ReactElement {
  const config = useConfig()
  const network = activeNetwork(useSlice(config.networks))
  const say = useHomeSay()
  const { metadata, transfers } = transaction
  const { icon, verb, side } = kindOf(transaction)
  const { count, unit } = relativeTime(Date.parse(metadata.minedAt), now)
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
        side ? (
          say(`activity.${side}`, { address: shortenAddress(other) })
        ) : second ? (
          <MovedAmount transfer={second} />
        ) : undefined
      }
      trailing={first ? <MovedAmount transfer={first} /> : undefined}
      subtrailing={<time dateTime={metadata.minedAt}>{say(`activity.ago.${unit}`, { count })}</time>}
      href={href}
    />
  )
}

const SIGNS = { in: '+', out: '\u2212', self: '' } as const

function MovedAmount({ transfer }: { transfer: Transfer }): ReactNode {
  const locale = useLocale()
  const say = useHomeSay()
  const { direction, quantity, fungible_info: token, nft_info: nft } = transfer
  const sign = SIGNS[direction]
  if (nft) return `${sign}${say('activity.collectible', { name: nft.name })}`
  const amount = formatLocalAmount(locale, quantity.numeric)
  return (
    <Amount
      value={amount?.startsWith('<') ? amount : amount && `${sign}${amount}`}
      unit={token?.symbol}
      tone={direction === 'in' ? 'success' : 'plain'}
    />
  )
}
