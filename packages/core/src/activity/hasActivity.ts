import { activeNamespace, activeNetwork } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import { NAMESPACES_WITH } from '../interfaces/Connector.ts'

/** Whether the active network is one whose activity is told (spec 9). */
export const hasActivity = (config: Config): boolean =>
  NAMESPACES_WITH.activity.includes(activeNamespace(config)) &&
  activeNetwork(config.networks.getState()) !== undefined
