import { createStore } from 'zustand/vanilla'
import type { CaipNetworkId, Network } from '../interfaces/Network.ts'

export type NetworksState = {
  networks: readonly Network[]
  /** The active network's id. It may be one that is not in `networks`: then it is unsupported. */
  activeId: CaipNetworkId
}

/** The requested networks and the active one. */
export const createNetworksSlice = (networks: readonly Network[], activeId: CaipNetworkId) =>
  createStore<NetworksState>(() => ({ networks, activeId }))
export type NetworksSlice = ReturnType<typeof createNetworksSlice>

export const findNetwork = (state: NetworksState, id: string): Network | undefined =>
  state.networks.find((network) => network.caipNetworkId === id)

export const activeNetwork = (state: NetworksState): Network | undefined => findNetwork(state, state.activeId)
