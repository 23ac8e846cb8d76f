import type { SpendingLimit, StandingPermission } from '@latchkey/chain-evm/decode/smartAccount/model'
import type { ChainInfo } from '@latchkey/protocol'
import { Address, Button, Chip, Icon, shortAddress } from '@latchkey/ui'
import type { ReactElement } from 'react'
import type { AmountValue } from '../../approvals/ApprovalView.ts'
import type { PermissionKnowledge } from '../../chains/evm/permissions/manager.ts'
import { everyPhrase, limitAmount } from '../../chains/evm/permissions/permissionView.ts'
import { AmountText, PhraseText } from '../../screens/approval/ValueText.tsx'
import { Say, useSay, useTime } from '../locales/WordsContext.tsx'
import { Item } from '../sections/Section.tsx'

type LimitProps = { chain: ChainInfo; limit: SpendingLimit; spent: bigint; known: PermissionKnowledge }

function LimitLine({ chain, limit, spent, known }: LimitProps): ReactElement {
  const amount = limitAmount(chain, limit, known) as AmountValue
  return (
    <span className="ac-permission-line">
      <Say
        message="permissions.limit"
        values={{
          amount: <AmountText value={amount} />,
          every: <PhraseText phrase={everyPhrase(limit.period)} />,
          used: <AmountText value={{ ...amount, amount: spent }} />,
        }}
      />
    </span>
  )
}

export type PermissionItemProps = {
  chain: ChainInfo
  permission: StandingPermission
  known: PermissionKnowledge
  /** ms since the epoch */
  now: number
  busy: boolean
  onRevoke: () => void
}

/** One permission that stands: who may act, within what, until when, and the way to end it. */
export function PermissionItem(props: PermissionItemProps): ReactElement {
  const { chain, permission, known, now, busy, onRevoke } = props
  const { grantee, expiry, limits, calls, spent } = permission
  const say = useSay()
  const time = useTime()
  const expired = expiry * 1_000 <= now
  const targets = [...new Set(calls.map(({ target }) => target))]
  return (
    <Item
      icon={<Icon name="key" />}
      title={<Address value={grantee} />}
      chips={expired ? <Chip>{say('permissions.expired')}</Chip> : null}
      note={
        <>
          {limits.map((limit, index) => (
            <LimitLine
              key={limit.token ?? 'native'}
              chain={chain}
              limit={limit}
              spent={spent[index] ?? 0n}
              known={known}
            />
          ))}
          {targets.map((target) => (
            <span key={target} className="ac-permission-line">
              <Say message="permissions.calls" values={{ contract: <Address value={target} /> }} />
            </span>
          ))}
          <span className="ac-permission-line">
            {say(expired ? 'permissions.ended' : 'permissions.until', { time: time(expiry * 1_000) })}
          </span>
        </>
      }
    >
      <Button
        size="small"
        variant="ghost"
        aria-label={say('permissions.revokeNamed', { name: shortAddress(grantee) })}
        loading={busy}
        onClick={onRevoke}
      >
        {say('permissions.revoke')}
      </Button>
    </Item>
  )
}
