import { accountOf, activeNamespace, connectorOf, findNetwork, patchAccount } from '../account/accounts.ts'
import {
  AdapterNotFoundError,
  NetworkNotFoundError,
  RequestAbortedError,
  SwitchNotSupportedError,
} from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type { CaipNetworkId, ChainNamespace, Network } from '../interfaces/Connector.ts'
import { raiseAlert } from '../modal/raiseAlert.ts'
import { caipAddressOf, parseCaipNetworkId } from '../network/parseCaip.ts'
import { STORAGE_KEYS, writeConnection } from '../storage/storedState.ts'

/**
 * Makes another network the active one, in the wallet of its namespace first.
 *
 * @throws NetworkNotFoundError with the 'switch network not found' alert; RequestAbortedError when the wallet was disconnected
 * meanwhile; or what the wallet rejects with
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
    // Whoever has left, or has come with another wallet meanwhile, is not where this one has switched to.
    if (connectorOf(config, network.chainNamespace) !== connector) throw new RequestAbortedError()
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
  const { address, connectorId, caipAddress: before } = accountOf(config.accounts, namespace)
  if (!address || !connectorId) return
  const caipAddress = caipAddressOf(caipNetworkId, address)
  // A wallet may be told to go, or say that it went, where it is: what was read there holds.
  if (caipAddress !== before)
    patchAccount(config.accounts, namespace, {
      caipAddress,
      balance: undefined,
      balanceSymbol: undefined,
      tokenBalance: undefined,
    })
  writeConnection(config.storage, namespace, { connectorId, caipNetworkId })
}

/**
 * Adds a network to those that the page lists, or replaces the one of its id.
 *
 * @throws AdapterNotFoundError when the page has no adapter for its namespace
 * @example
 * addNetwork(config, defineEvmNetwork(optimism))
 */
export function addNetwork(config: Config, network: Network): void {
  requireAdapter(config, network.chainNamespace)
  const { networks } = config.networks.getState()
  const others = networks.filter(({ caipNetworkId }) => caipNetworkId !== network.caipNetworkId)
  config.networks.setState({ networks: [...others, network] })
}

/**
 * Takes a network from the list. The active one gives way to the first that is left; the last one stays.
 *
 * @throws AdapterNotFoundError when the page has no adapter for its namespace
 */
export function removeNetwork(config: Config, caipNetworkId: string): void {
  requireAdapter(config, caipNetworkId.split(':')[0] as ChainNamespace)
  const state = config.networks.getState()
  const networks = state.networks.filter((network) => network.caipNetworkId !== caipNetworkId)
  const [first] = networks
  if (!first || !findNetwork(state, caipNetworkId)) return
  // A wallet that is connected on it stays there: the network is unsupported from now on.
  const isInUse = Object.values(config.accounts.getState().byNamespace).some(({ caipAddress }) =>
    caipAddress?.startsWith(`${caipNetworkId}:`),
  )
  const activeId = state.activeId === caipNetworkId && !isInUse ? first.caipNetworkId : state.activeId
  config.networks.setState({ networks, activeId })
}

function requireAdapter(config: Config, namespace: ChainNamespace): void {
  if (!config.adapters[namespace]) throw new AdapterNotFoundError({ details: namespace })
}
