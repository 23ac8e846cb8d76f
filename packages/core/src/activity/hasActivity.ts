import { activeNamespace, activeNetwork } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import { NAMESPACES_WITH } from '../interfaces/Connector.ts'

/**
 * Who tells the activity on the active network: the network, asked by the chain adapter, of any account; or the service, of those
 * that it follows (spec 9). Undefined: nobody does.
 */
export function activitySource(config: Config): 'network' | 'service' | undefined {
  const namespace = activeNamespace(config)
  if (!activeNetwork(config.networks.getState())) return undefined
  if (config.adapters[namespace]?.getTransactions) return 'network'
  return NAMESPACES_WITH.activity.includes(namespace) ? 'service' : undefined
}

/** Whether the active network is one whose activity is told. */
export const hasActivity = (config: Config): boolean => activitySource(config) !== undefined
