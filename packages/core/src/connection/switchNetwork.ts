import { accountOf, patchAccount } from '../account/accounts.ts'
import { activeNamespace, connectorOf } from '../account/activeConnection.ts'
import { NetworkNotFoundError, SwitchNotSupportedError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type { CaipNetworkId } from '../interfaces/Network.ts'
import { raiseAlert } from '../modal/raiseAlert.ts'
import { findNetwork } from '../network/networks.ts'
import { caipAddressOf, parseCaipNetworkId } from '../network/parseCaip.ts'
import { STORAGE_KEYS } from '../storage/storageKeys.ts'
import { writeConnection } from '../storage/storedState.ts'

/**
 * Makes another network the active one, in the wallet of its namespace first.
 *
 * @throws NetworkNotFoundError with the 'switch network not found' alert; or what the wallet rejects with
 */
export async function switchNetwork(config: Config, caipNetworkId: string): Promise<void> {
  const network = findNetwork(config.networks.getState(), caipNetworkId)
  if (!network) {
    void raiseAlert(config, 'networkNotFound')
    throw new NetworkNotFoundError({ details: caipNetworkId.slice(0, 64) })
  }
  const connector = connectorOf(config, network.chainNamespace)
  const { caipAddress } = accountOf(config.accounts, network.chainNamespace)
  // The wallet of another namespace may be there already: then only the page turns to it.
  if (connector && !caipAddress?.startsWith(`${network.caipNetworkId}:`)) {
    if (!connector.switchNetwork) throw new SwitchNotSupportedError()
    await connector.switchNetwork(network)
  }
  activate(config, network.caipNetworkId)
  applyNetwork(config, network.caipNetworkId)
}

function activate(config: Config, caipNetworkId: CaipNetworkId): void {
  config.networks.setState({ activeId: caipNetworkId })
  config.storage.set(STORAGE_KEYS.lastUsedChain, caipNetworkId)
}

/** Writes a switch that has happened, asked for here or by the wallet itself; the page stays in its namespace. */
export function applyNetwork(config: Config, caipNetworkId: CaipNetworkId): void {
  const { namespace } = parseCaipNetworkId(caipNetworkId)
  if (namespace === activeNamespace(config)) activate(config, caipNetworkId)
  const { address, connectorId } = accountOf(config.accounts, namespace)
  if (!address || !connectorId) return
  patchAccount(config.accounts, namespace, {
    caipAddress: caipAddressOf(caipNetworkId, address),
    balance: undefined,
    balanceSymbol: undefined,
  })
  writeConnection(config.storage, namespace, { connectorId, caipNetworkId })
}
