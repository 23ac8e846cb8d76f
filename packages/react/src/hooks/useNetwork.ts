import { activeNetwork, type Config, type Network } from '@latchkey/core'
import { useMemo } from 'react'
import { useConfig } from '../LatchkeyProvider.tsx'
import { useSlice } from './useSlice.ts'

export type UseNetworkReturn = {
  /** undefined when the wallet is on a network that the page did not list */
  network: Network | undefined
  caipNetworkId: string
  networks: readonly Network[]
  /** Makes another of `networks` the active one, in the connected wallet first. */
  switchNetwork: (caipNetworkId: string) => Promise<void>
  /** Lists a further network, or replaces the one of its id. */
  addNetwork: (network: Network) => Promise<void>
  /** Takes one off the list; the last one stays. */
  removeNetwork: (caipNetworkId: string) => Promise<void>
}

type Edits = Pick<UseNetworkReturn, 'switchNetwork' | 'addNetwork' | 'removeNetwork'>

/**
 * The active network, those of the page, and how to change them. Each change rejects with an error that has a stable
 * `code`: 5004 for a network that is not listed, 5005 for a namespace without an adapter, 5014 for a wallet that cannot
 * switch.
 *
 * @example
 * const { network, switchNetwork } = useNetwork()
 * await switchNetwork('eip155:8453')
 */
export function useNetwork(): UseNetworkReturn {
  const config = useConfig()
  const state = useSlice(config.networks)
  return {
    network: activeNetwork(state),
    caipNetworkId: state.activeId,
    networks: state.networks,
    ...useMemo(() => editsOf(config), [config]),
  }
}

/** Most pages never change a network: the code for it comes when it is needed. */
function editsOf(config: Config): Edits {
  const load = () => import('@latchkey/core/session')
  return {
    switchNetwork: async (id) => (await load()).switchNetwork(config, id),
    addNetwork: async (network) => (await load()).addNetwork(config, network),
    removeNetwork: async (id) => (await load()).removeNetwork(config, id),
  }
}
