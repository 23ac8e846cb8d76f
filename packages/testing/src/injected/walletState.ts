import type { LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { devAccounts } from './devAccounts.ts'
import type { MockInjectedWalletOptions, MockWalletSwitches } from './MockInjectedWallet.ts'
import { type Memory, memoryOf } from './walletMemory.ts'

/** What a wallet is in the middle of, and how it tells the site. */
export type WalletState = {
  /** The chosen account first. */
  accounts: LocalAccount[]
  chainId: number
  /** Known networks, with their RPC URL where there is one. */
  chains: Map<number, string | undefined>
  /** The site may see the accounts. */
  permitted: boolean
  switches: MockWalletSwitches
  memory: Memory
  /** Connecting waits here for the wallet to be unlocked. */
  waitingForUnlock: (() => void)[]
  emit(event: string, payload: unknown): void
}

const DEFAULT_SWITCHES: MockWalletSwitches = {
  locked: false,
  delay: 0,
  addresses: 'checksum',
  duplicateAccounts: false,
  chainChanged: 'hex',
  unknownChain: 'code',
}

/** @throws Error when there is no account */
export function walletState(
  options: MockInjectedWalletOptions & { rdns: string },
  emit: WalletState['emit'],
): WalletState {
  const memory = memoryOf(options)
  const remembered = memory.read()
  const keys = options.privateKeys ?? [devAccounts[0].privateKey]
  const accounts = [...(options.accounts ?? keys.map((key) => privateKeyToAccount(key)))]
  if (accounts.length === 0) throw new Error('A mock wallet needs at least one account.')
  const chains = new Map([[options.chainId ?? 31337, options.rpcUrl]])
  for (const chain of options.chains ?? []) {
    const { chainId, rpcUrl } = typeof chain === 'number' ? { chainId: chain, rpcUrl: undefined } : chain
    chains.set(chainId, rpcUrl ?? chains.get(chainId))
  }
  const chainId = remembered?.chainId ?? options.chainId ?? 31337
  return {
    accounts,
    chainId,
    chains: chains.has(chainId) ? chains : chains.set(chainId, options.rpcUrl),
    permitted: remembered?.permitted ?? options.connected ?? false,
    switches: { ...DEFAULT_SWITCHES, ...options.switches },
    memory,
    waitingForUnlock: [],
    emit,
  }
}

/** What the site sees of the accounts now. */
export function visibleAccounts(state: WalletState): string[] {
  if (!state.permitted || state.switches.locked) return []
  const { addresses, duplicateAccounts } = state.switches
  const list = state.accounts.map(({ address }) => (addresses === 'lower' ? address.toLowerCase() : address))
  return duplicateAccounts ? [...list, ...list] : list
}

export const toHex = (chainId: number): string => `0x${chainId.toString(16)}`

/** Changes something, and tells the site which accounts it sees if that made a difference. */
export function changeAccounts(state: WalletState, change: () => void): void {
  const before = visibleAccounts(state).join()
  change()
  state.memory.write(state)
  const now = visibleAccounts(state)
  if (now.join() !== before) state.emit('accountsChanged', now)
}

export function changeChain(state: WalletState, chainId: number): void {
  if (state.chainId === chainId) return
  state.chainId = chainId
  state.memory.write(state)
  const shapes = { hex: toHex(chainId), number: chainId, decimal: String(chainId) }
  state.emit('chainChanged', shapes[state.switches.chainChanged])
}
