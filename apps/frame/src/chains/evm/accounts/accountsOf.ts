import type { SmartAccountKind } from '@latchkey/chain-evm/decode/smartAccount/types'
import type { Account, ChainInfo } from '@latchkey/protocol'
import { NotConnectedError } from '@latchkey/protocol/frame'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { FrameAccounts } from './FrameAccounts.ts'
import { loadAccountKind } from './loadAccountKind.ts'

type Hex = `0x${string}`

/** The plain account among those of keys; undefined when there is none. */
export const plainAccountOf = (accounts: readonly Account[]): Hex | undefined =>
  accounts.find(({ namespace, type }) => namespace === 'eip155' && type === 'eoa')?.address as Hex | undefined

/** Both accounts of an owner as a network sees them. A network without smart accounts has the plain one alone. */
export function accountsFor(
  owner: Hex,
  chain: ChainInfo,
  wanted: FrameAccounts['preferred'],
  kind: Pick<SmartAccountKind, 'addressOf'> | null,
): FrameAccounts {
  const smart = kind && chain.smartAccounts ? kind.addressOf(owner) : null
  if (smart === null || wanted === 'eoa')
    return { eoa: owner, smart, preferred: 'eoa', address: owner, chain }
  return { eoa: owner, smart, preferred: 'smartAccount', address: smart, chain }
}

/**
 * The accounts of whoever is signed in, on one network. The smart account's address is computed, never asked for.
 *
 * @throws NotConnectedError when nobody is signed in; ServiceUnreachableError when the account's part did not load
 */
export async function accountsOf(
  frame: Pick<ChainContext, 'keys' | 'store'>,
  chain: ChainInfo,
): Promise<FrameAccounts> {
  const [{ accounts }, kind] = await Promise.all([
    frame.keys.state(),
    chain.smartAccounts ? loadAccountKind() : null,
  ])
  const owner = plainAccountOf(accounts)
  if (owner === undefined) throw new NotConnectedError()
  return accountsFor(owner, chain, frame.store.get().preferredAccountType, kind)
}

/** Every account as the host is told, the preferred one of EVM networks first. */
export function listAccounts(
  accounts: readonly Account[],
  { eoa, smart, preferred }: FrameAccounts,
): Account[] {
  const plain: Account = { namespace: 'eip155', address: eoa, type: 'eoa' }
  const both: Account[] =
    smart === null ? [plain] : [plain, { namespace: 'eip155', address: smart, type: 'smartAccount' }]
  if (preferred === 'smartAccount') both.reverse()
  return [...both, ...accounts.filter(({ namespace }) => namespace !== 'eip155')]
}

/** The accounts of keys as a site is told them: the preferred one of the active network first. */
export async function visibleAccounts(
  { config }: Pick<ChainContext, 'config'>,
  accounts: readonly Account[],
  { chainId, preferredAccountType }: { chainId: number; preferredAccountType: FrameAccounts['preferred'] },
): Promise<readonly Account[]> {
  const owner = plainAccountOf(accounts)
  const chain = config.chains.find(({ id }) => id === chainId)
  if (owner === undefined || !chain) return accounts
  const kind = chain.smartAccounts ? await loadAccountKind() : null
  return listAccounts(accounts, accountsFor(owner, chain, preferredAccountType, kind))
}
