import { permissionsCall, readPermissions } from '@latchkey/chain-evm/decode/smartAccount'
import type { SpendingLimit, StandingPermission } from '@latchkey/chain-evm/decode/smartAccount/model'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import { withDeadline } from '@latchkey/std/deadline'
import { Address, Button, Chip, Icon, Skeleton, shortAddress } from '@latchkey/ui'
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import type { AmountValue } from '../../approvals/ApprovalView.ts'
import type { NamedCalls } from '../../chains/evm/model/transaction.ts'
import {
  managerOf,
  nothingKnown,
  type PermissionKnowledge,
  readKnowledge,
} from '../../chains/evm/permissions/manager.ts'
import { everyPhrase, limitAmount } from '../../chains/evm/permissions/permissionView.ts'
import { askChain, resultOf } from '../../chains/evm/rpc/readChain.ts'
import type { ChainRpc } from '../../context/ChainRpc.ts'
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
function PermissionItem(props: PermissionItemProps): ReactElement {
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

/** What a network knows of a smart account. */
type NetworkState = {
  deployed: boolean
  /** null: none are given on this network. */
  permissions: readonly StandingPermission[] | null
  known: PermissionKnowledge
}

/**
 * Reads a smart account and whom it lets act.
 *
 * @throws ChainUnreachableError
 */
export async function readNetwork(
  rpc: ChainRpc,
  chain: ChainInfo,
  account: `0x${string}`,
  signal: AbortSignal,
): Promise<NetworkState> {
  const manager = managerOf(chain)
  const calls: NamedCalls = new Map([['code', { method: 'eth_getCode', params: [account, 'latest'] }]])
  if (manager) calls.set('permissions', permissionsCall(manager, account))
  const outcomes = await askChain(rpc, chain.id, calls, signal)
  const code = resultOf(outcomes, 'code')
  if (typeof code !== 'string') throw new ChainUnreachableError({ details: 'The network left out code' })
  const deployed = code.length > 2
  if (!manager) return { deployed, permissions: null, known: nothingKnown }
  const permissions = readPermissions(resultOf(outcomes, 'permissions'))
  if (!permissions) throw new ChainUnreachableError({ details: 'The permission manager did not answer' })
  const where = { chainId: chain.id, account, manager }
  const known = permissions.length > 0 ? await readKnowledge(rpc, where, permissions, signal) : nothingKnown
  return { deployed, permissions, known }
}

/** ms for one look at a network */
const patience = 15_000

type Reading = { status: 'loading' | 'failed' } | ({ status: 'ready' } & NetworkState)

type Network = {
  reading: Reading
  again: () => void
  /** What was taken back is gone at once, and the rest is read anew. */
  drop: (ids: readonly string[]) => void
}

const without = (reading: Reading, ids: readonly string[]): Reading =>
  reading.status === 'ready' && reading.permissions
    ? { ...reading, permissions: reading.permissions.filter(({ id }) => !ids.includes(id)) }
    : reading

function useNetwork(rpc: ChainRpc, chain: ChainInfo, account: `0x${string}`): Network {
  const [reading, setReading] = useState<Reading>({ status: 'loading' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads anew.
  useEffect(() => {
    const left = new AbortController()
    const take = (next: Reading) => {
      if (!left.signal.aborted) setReading(next)
    }
    withDeadline({ ms: patience, signal: left.signal }, (signal) =>
      readNetwork(rpc, chain, account, signal),
    ).then(
      (state) => take({ status: 'ready', ...state }),
      () => take({ status: 'failed' }),
    )
    return () => left.abort()
  }, [rpc, chain, account, round])
  const again = useCallback(() => {
    setReading({ status: 'loading' })
    setRound((count) => count + 1)
  }, [])
  const drop = useCallback((ids: readonly string[]) => {
    setReading((shown) => without(shown, ids))
    setRound((count) => count + 1)
  }, [])
  return { reading, again, drop }
}

export type NetworkPermissionsProps = {
  rpc: ChainRpc
  chain: ChainInfo
  account: `0x${string}`
  now: () => number
  /** What is being taken back, by the ids joined; null for nothing. */
  busy: string | null
  /** Resolves with whether it was taken back. */
  onRevoke: (chain: ChainInfo, ids: readonly `0x${string}`[]) => Promise<boolean>
}

const nameOf = (ids: readonly string[]) => ids.join()

type ListProps = Omit<NetworkPermissionsProps, 'rpc' | 'account'> & {
  state: NetworkState
  /** Something was taken back: the list is another one now. */
  onDone: (ids: readonly string[]) => void
}

function List({ chain, state, now, busy, onRevoke, onDone }: ListProps): ReactElement {
  const say = useSay()
  const { permissions, known } = state
  const revoke = async (ids: readonly `0x${string}`[]) => {
    if (await onRevoke(chain, ids)) onDone(ids)
  }
  const all = (permissions ?? []).map(({ id }) => id)
  if (permissions === null) return <p className="ac-empty lk-small lk-dim">{say('permissions.off')}</p>
  if (permissions.length === 0) return <p className="ac-empty lk-small lk-dim">{say('permissions.none')}</p>
  return (
    <>
      <ul className="ac-list">
        {permissions.map((permission) => (
          <PermissionItem
            key={permission.id}
            chain={chain}
            permission={permission}
            known={known}
            now={now()}
            busy={busy === permission.id}
            onRevoke={() => void revoke([permission.id])}
          />
        ))}
      </ul>
      {all.length > 1 ? (
        <div className="ac-row-end">
          <Button size="small" loading={busy === nameOf(all)} onClick={() => void revoke(all)}>
            {say('permissions.revokeAll')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Of the line that says that nobody may act, CSS px. */
const LINE_HEIGHT = 20

/** One network: whether the smart account stands there, and whom it lets act. */
export function NetworkPermissions({ rpc, account, ...props }: NetworkPermissionsProps): ReactElement {
  const say = useSay()
  const { chain } = props
  const { reading, again, drop } = useNetwork(rpc, chain, account)
  const heading = useRef<HTMLHeadingElement>(null)
  const onDone = (ids: readonly string[]) => {
    // The button that was pressed goes away with its row.
    heading.current?.focus()
    drop(ids)
  }
  return (
    <div className="ac-network">
      <h3 ref={heading} tabIndex={-1} className="ac-h3 ac-network-name">
        {chain.name}
        {reading.status === 'ready' ? (
          <Chip>{say(reading.deployed ? 'smart.deployed' : 'smart.notDeployed')}</Chip>
        ) : null}
      </h3>
      {reading.status === 'loading' ? (
        <div role="status" aria-label={say('permissions.loading')}>
          <Skeleton shape="box" height={LINE_HEIGHT} />
        </div>
      ) : null}
      {reading.status === 'failed' ? (
        <div className="ac-row-end">
          <span className="lk-small lk-dim" role="alert">
            {say('permissions.failed')}
          </span>
          <Button size="small" onClick={again}>
            {say('tryAgain')}
          </Button>
        </div>
      ) : null}
      {reading.status === 'ready' ? <List {...props} state={reading} onDone={onDone} /> : null}
    </div>
  )
}
