import { parseCaipNetworkId } from '../caip/parseCaip.ts'
import type { Config } from '../createConfig.ts'
import type { AccountState } from '../interfaces/Account.ts'
import type { Connector } from '../interfaces/Connector.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { accountOf } from '../slices/accounts.ts'

/** Namespace of the active network. */
export const activeNamespace = (config: Config): ChainNamespace =>
  parseCaipNetworkId(config.networks.getState().activeId).namespace

/** Account of the active namespace. */
export const activeAccount = (config: Config): AccountState =>
  accountOf(config.accounts, activeNamespace(config))

/** Connector of the active account, if one is connected. */
export function activeConnector(config: Config): Connector | undefined {
  const { connectorId, status } = activeAccount(config)
  return status === 'connected'
    ? config.connectors.find((connector) => connector.id === connectorId)
    : undefined
}
