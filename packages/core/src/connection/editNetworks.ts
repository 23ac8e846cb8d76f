import { AdapterNotFoundError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type { ChainNamespace, Network } from '../interfaces/Network.ts'
import { findNetwork } from '../network/networks.ts'

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
