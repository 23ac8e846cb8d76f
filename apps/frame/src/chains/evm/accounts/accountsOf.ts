import type { SmartAccountKind } from '@latchkey/chain-evm/decode/smartAccount/model'
import type { Account, AccountType, ChainInfo } from '@latchkey/protocol'
import { NotAvailableError, NotConnectedError } from '@latchkey/protocol/frame'
import { withDeadline } from '@latchkey/std/deadline'
import {
  activeChain,
  type ChainContext,
  type DescribedAccounts,
  type Frame,
  type FrameState,
} from '../../../context/Frame.ts'
import { loadPart } from '../../../context/loadPart.ts'
import { evmNamespace } from '../model/evmNamespace.ts'
import type { FrameAccounts } from '../model/transaction.ts'

type Hex = `0x${string}`

/**
 * Loads the kind of smart account that this wallet makes. A part of its own: networks without smart accounts do without.
 *
 * @throws ServiceUnreachableError when it cannot be loaded
 */
export const loadAccountKind = async (): Promise<SmartAccountKind> =>
  (await loadPart(() => import('@latchkey/chain-evm/decode/smartAccount'))).safeAccount

/**
 * Loads the EIP-191 hash of a message (version 0x45), which only a smart account's signature needs here.
 *
 * @throws ServiceUnreachableError when it cannot be loaded
 */
export const loadMessageHash = async (): Promise<(message: `0x${string}`) => `0x${string}`> =>
  (await loadPart(() => import('@latchkey/chain-evm/decode/smartAccount'))).messageHash

/** Loads the kind of smart account where a network has one, before anybody asks. */
export const warmUp = async ({ config }: Pick<ChainContext, 'config'>): Promise<unknown> =>
  config.chains.some(({ smartAccounts }) => smartAccounts) && loadAccountKind()

/** The plain account among those of keys; undefined when there is none. */
export const plainAccountOf = (accounts: readonly Account[]): Hex | undefined =>
  accounts.find(({ namespace, type }) => namespace === evmNamespace && type === 'eoa')?.address as
    | Hex
    | undefined

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
  return accountsFor(owner, chain, frame.store.getState().preferredAccountType, kind)
}

/** Every account as the host is told, the preferred one of EVM networks first. */
export function listAccounts(
  accounts: readonly Account[],
  { eoa, smart, preferred }: FrameAccounts,
): Account[] {
  const plain: Account = { namespace: evmNamespace, address: eoa, type: 'eoa' }
  const both: Account[] =
    smart === null ? [plain] : [plain, { namespace: evmNamespace, address: smart, type: 'smartAccount' }]
  if (preferred === 'smartAccount') both.reverse()
  return [...both, ...accounts.filter(({ namespace }) => namespace !== evmNamespace)]
}

/** The accounts of keys as a site is told them: the preferred one of the active network first. */
export async function visibleAccounts(
  { config }: Pick<ChainContext, 'config'>,
  accounts: readonly Account[],
  state: Pick<FrameState, 'caip2' | 'preferredAccountType'>,
): Promise<readonly Account[]> {
  const owner = plainAccountOf(accounts)
  const chain = config.chains.find(({ caip2 }) => caip2 === state.caip2)
  if (owner === undefined || !chain) return accounts
  const kind = chain.smartAccounts ? await loadAccountKind() : null
  return listAccounts(accounts, accountsFor(owner, chain, state.preferredAccountType, kind))
}

/**
 * The account that acts on a network, with all that the host is told of.
 *
 * @throws as `accountsOf` does
 */
export async function describeAccounts(frame: ChainContext, chain: ChainInfo): Promise<DescribedAccounts> {
  const [{ accounts }, own] = await Promise.all([frame.keys.state(), accountsOf(frame, chain)])
  return {
    address: own.address,
    preferred: own.preferred,
    accounts: listAccounts(accounts, own),
    isDeployed: await seemsDeployed(frame, own),
  }
}

const keyOf = (chainId: number, address: string) => `${chainId}/${address.toLowerCase()}`

/** Remembers that an account has code. It never loses it again. */
export function noteDeployed(frame: ChainContext, chainId: number, address: string): void {
  frame.deployedAccounts.add(keyOf(chainId, address))
}

/**
 * Whether an account has code on a network.
 *
 * @throws ChainUnreachableError, ChainRefusedError when the network does not tell: nobody may guess
 */
export async function isDeployed(
  frame: ChainContext,
  chainId: number,
  address: string,
  signal?: AbortSignal,
): Promise<boolean> {
  if (frame.deployedAccounts.has(keyOf(chainId, address))) return true
  const code = await frame.chain.request(
    chainId,
    { method: 'eth_getCode', params: [address, 'latest'] },
    signal,
  )
  const deployed = typeof code === 'string' && code.length > 2
  if (deployed) noteDeployed(frame, chainId, address)
  return deployed
}

/** ms; a sign-in does not wait longer for a network. */
const patience = 1_000

/** Whether the smart account is deployed, as far as that is known within a second; for information only. */
export async function seemsDeployed(frame: ChainContext, { smart, chain }: FrameAccounts): Promise<boolean> {
  if (smart === null) return false
  const ask = (signal: AbortSignal) => isDeployed(frame, chain.id, smart, signal)
  return withDeadline({ ms: patience }, ask).catch(() => false)
}

/**
 * The smart account on the active network. Its address is there at once; its first operation deploys it.
 *
 * @throws NotAvailableError on a network without smart accounts; NotConnectedError
 */
export async function smartAccountOf(frame: Frame): Promise<{ address: string; isDeployed: boolean }> {
  const accounts = await accountsOf(frame, activeChain(frame))
  if (accounts.smart === null) throw new NotAvailableError()
  return { address: accounts.smart, isDeployed: await seemsDeployed(frame, accounts) }
}

/**
 * Chooses the kind of account. On a network without smart accounts there is the plain one alone.
 *
 * @throws NotAvailableError for a kind that is not there; NotConnectedError
 */
export async function chooseAccount(
  frame: Frame,
  type: AccountType,
): Promise<{ type: AccountType; address: string }> {
  const chain = activeChain(frame)
  if (type !== 'eoa' && (type !== 'smartAccount' || !chain.smartAccounts)) throw new NotAvailableError()
  // Asks who is signed in before anything changes.
  await accountsOf(frame, chain)
  frame.store.setState({ preferredAccountType: type })
  const { preferred, address } = await accountsOf(frame, chain)
  return { type: preferred, address }
}
