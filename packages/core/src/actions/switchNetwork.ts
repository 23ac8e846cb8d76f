import { caipAddressOf } from '../caip/parseCaip.ts'
import type { Config } from '../createConfig.ts'
import { NetworkNotFoundError, SwitchNotSupportedError } from '../errors.ts'
import type { CaipNetworkId } from '../interfaces/Network.ts'
import { accountOf, patchAccount } from '../slices/accounts.ts'
import { findNetwork } from '../slices/networks.ts'
import { STORAGE_KEYS, writeConnection } from '../storage/storedState.ts'
import { activeConnector } from './activeConnection.ts'
import { raiseAlert } from './raiseAlert.ts'

/**
 * Makes another network the active one, in the wallet first.
 *
 * @throws NetworkNotFoundError with the 'switch network not found' alert; or what the wallet rejects with
 */
export async function switchNetwork(config: Config, caipNetworkId: string): Promise<void> {
  const network = findNetwork(config.networks.getState(), caipNetworkId)
  if (!network) {
    void raiseAlert(config, 'networkNotFound')
    throw new NetworkNotFoundError({ details: caipNetworkId.slice(0, 64) })
  }
  const connector = activeConnector(config)
  if (connector) {
    if (!connector.switchNetwork) throw new SwitchNotSupportedError()
    await connector.switchNetwork(network)
  }
  applyNetwork(config, network.caipNetworkId)
}

/** Writes a switch that has happened, asked for here or by the wallet itself. */
export function applyNetwork(config: Config, caipNetworkId: CaipNetworkId): void {
  const namespace = caipNetworkId.split(':')[0] as 'eip155'
  config.networks.setState({ activeId: caipNetworkId })
  config.storage.set(STORAGE_KEYS.lastUsedChain, caipNetworkId)
  const { address, connectorId } = accountOf(config.accounts, namespace)
  if (!address || !connectorId) return
  patchAccount(config.accounts, namespace, {
    caipAddress: caipAddressOf(caipNetworkId, address),
    balance: undefined,
    balanceSymbol: undefined,
  })
  writeConnection(config.storage, namespace, { connectorId, caipNetworkId })
}
