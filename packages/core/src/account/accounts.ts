import type { StoreApi } from 'zustand/vanilla'
import type { AccountsState, Config, NetworksState } from '../interfaces/Config.ts'
import type {
  AccountState,
  CaipNetworkId,
  ChainNamespace,
  Connector,
  Network,
} from '../interfaces/Connector.ts'
import { readConnections, type StoredConnection } from '../storage/storedConnections.ts'

export const disconnectedAccount: AccountState = Object.freeze({ status: 'disconnected', allAccounts: [] })

type AccountsSlice = StoreApi<AccountsState>

export const accountOf = (slice: AccountsSlice, namespace: ChainNamespace): AccountState =>
  slice.getState().byNamespace[namespace] ?? disconnectedAccount

/** Merges into one namespace's account; `undefined` values are removed, so that absent stays absent. */
export function patchAccount(
  slice: AccountsSlice,
  namespace: ChainNamespace,
  patch: { [Key in keyof AccountState]?: AccountState[Key] | undefined },
): void {
  const next: Record<string, unknown> = { ...accountOf(slice, namespace) }
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) delete next[key]
    else next[key] = value
  }
  slice.setState({ byNamespace: { ...slice.getState().byNamespace, [namespace]: next as AccountState } })
}

export function resetAccount(slice: AccountsSlice, namespace: ChainNamespace): void {
  slice.setState({ byNamespace: { ...slice.getState().byNamespace, [namespace]: disconnectedAccount } })
}

/** What belongs to one address and says nothing of the next: a patch of the account that takes it away. */
export const addressFacts = {
  balance: undefined,
  balanceSymbol: undefined,
  tokenBalance: undefined,
  profileName: undefined,
  profileImage: undefined,
} as const

/** Namespace of the active network. */
export const activeNamespace = (config: Config): ChainNamespace =>
  config.networks.getState().activeId.split(':')[0] as ChainNamespace

/** The network that a namespace is on: the active one if it is of it, else its account's, else the first that the page lists. */
export function networkIdOf(config: Config, namespace: ChainNamespace): CaipNetworkId | undefined {
  const { activeId, networks } = config.networks.getState()
  if (activeId.startsWith(`${namespace}:`)) return activeId
  const { caipAddress } = accountOf(config.accounts, namespace)
  if (caipAddress) return caipAddress.slice(0, caipAddress.lastIndexOf(':')) as CaipNetworkId
  return networks.find(({ chainNamespace }) => chainNamespace === namespace)?.caipNetworkId
}

/** Account of the active namespace. */
export const activeAccount = (config: Config): AccountState =>
  accountOf(config.accounts, activeNamespace(config))

/** Connector of the active account, if one is connected. */
export const activeConnector = (config: Config): Connector | undefined =>
  connectorOf(config, activeNamespace(config))

/** Connector of a namespace's account, if one is connected. */
export function connectorOf(config: Config, namespace: ChainNamespace): Connector | undefined {
  const { connectorId, status } = accountOf(config.accounts, namespace)
  return status === 'connected' ? findConnector(config.connectors, connectorId) : undefined
}

/** A way to connect that this page has; wallets found on the page join later. */
export const findConnector = (slice: Config['connectors'], id: string | undefined): Connector | undefined =>
  slice.getState().connectors.find((connector) => connector.id === id)

export const findNetwork = (
  { networks }: Pick<NetworksState, 'networks'>,
  id: string | undefined,
): Network | undefined => networks.find((network) => network.caipNetworkId === id)

export const activeNetwork = (state: NetworksState): Network | undefined => findNetwork(state, state.activeId)

/**
 * Shows what storage remembers as `connecting`, at once: the code that restores it may still have to be loaded (spec 4).
 * Returns how to take that back, for when it cannot be.
 */
export function expectConnections(config: Config): () => void {
  const stored = Object.entries(readConnections(config.storage)) as [ChainNamespace, StoredConnection][]
  for (const [namespace, { connectorId }] of stored)
    patchAccount(config.accounts, namespace, { status: 'connecting', connectorId })
  return () => {
    for (const [namespace] of stored) resetAccount(config.accounts, namespace)
  }
}
