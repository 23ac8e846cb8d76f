import { activeConnector, activeNamespace, activeNetwork } from '../account/accounts.ts'
import { identityConnector } from '../identity/identityConnector.ts'
import type { Config } from '../interfaces/Config.ts'
import { NAMESPACES_WITH } from '../interfaces/Connector.ts'

/**
 * Who tells the activity on the active network: the network, asked by the chain adapter, of any account; or the service (spec 9),
 * which follows the accounts of its own wallets, and asks an explorer about others where the operator has named one. Undefined:
 * nobody does, and an empty list would say that the account did nothing.
 */
export function activitySource(config: Config): 'network' | 'service' | 'explorer' | undefined {
  const namespace = activeNamespace(config)
  const network = activeNetwork(config.networks.getState())
  if (!network) return undefined
  if (config.adapters[namespace]?.getTransactions) return 'network'
  if (!NAMESPACES_WITH.activity.includes(namespace)) return undefined
  const identity = identityConnector(config)
  if (identity && activeConnector(config)?.id === identity.id) return 'service'
  const { historyNetworks } = config.features.getState()
  return historyNetworks && historyNetworks.includes(network.caipNetworkId) ? 'explorer' : undefined
}

/** Whether the active network is one whose activity is told. */
export const hasActivity = (config: Config): boolean => activitySource(config) !== undefined
