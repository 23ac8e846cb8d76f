import type { NetworksState } from '../interfaces/Config.ts'
import type { Network } from '../interfaces/Network.ts'

export const findNetwork = (state: NetworksState, id: string): Network | undefined =>
  state.networks.find((network) => network.caipNetworkId === id)

export const activeNetwork = (state: NetworksState): Network | undefined => findNetwork(state, state.activeId)
