import type { AccountState } from '../interfaces/Account.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Connector } from '../interfaces/Connector.ts'
import type { CaipNetworkId, ChainNamespace } from '../interfaces/Network.ts'
import { accountOf } from './accounts.ts'

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
