import { activeAccount, activeConnector, activeNamespace, activeNetwork } from '../account/accounts.ts'
import type { ChainAdapter, Config, TransferAbility } from '../interfaces/Config.ts'
import { NAMESPACES_WITH, type Network } from '../interfaces/Connector.ts'
import { UnsupportedChainError } from './errors.ts'

/** Whether the active network is one that can be sent on (spec 5, 9), from the account in use and by its wallet. */
export function canSend(config: Config): boolean {
  const namespace = activeNamespace(config)
  return (
    NAMESPACES_WITH.send.includes(namespace) &&
    config.adapters[namespace]?.transfers !== undefined &&
    activeNetwork(config.networks.getState()) !== undefined &&
    canWallet(config, config.adapters[namespace])
  )
}

/** Where sending is the wallet's work, not every wallet can, nor from each of its accounts. */
function canWallet(config: Config, { sends }: ChainAdapter): boolean {
  if (!sends) return true
  const { address, allAccounts } = activeAccount(config)
  const namespace = activeNamespace(config)
  const used = allAccounts.find((one) => one.namespace === namespace && one.address === address)
  return used?.type === sends.from && activeConnector(config)?.takes?.(sends.method) !== false
}

type Sending = { adapter: ChainAdapter; network: Network; transfers: TransferAbility }

/**
 * What sends on the active network.
 *
 * @throws UnsupportedChainError 'Unsupported chain'
 */
export async function sendingOf(config: Config): Promise<Sending> {
  const adapter = config.adapters[activeNamespace(config)]
  const network = activeNetwork(config.networks.getState())
  if (!canSend(config) || !network || !adapter?.transfers) throw new UnsupportedChainError()
  return { adapter, network, transfers: await adapter.transfers() }
}
