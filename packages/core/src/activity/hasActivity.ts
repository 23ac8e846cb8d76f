import { activeNamespace, activeNetwork } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import type { ChainNamespace } from '../interfaces/Connector.ts'

/** Spec 9. */
const NAMESPACES: readonly ChainNamespace[] = ['eip155']

/** Whether the active network is one whose activity is told. */
export const hasActivity = (config: Config): boolean =>
  NAMESPACES.includes(activeNamespace(config)) && activeNetwork(config.networks.getState()) !== undefined
