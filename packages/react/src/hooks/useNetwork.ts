import { activeNetwork, type Network } from '@latchkey/core'
import { useCallback } from 'react'
import { useConfig } from '../LatchkeyProvider.tsx'
import { useSlice } from './useSlice.ts'

export type UseNetworkReturn = {
  /** undefined when the wallet is on a network that the page did not list */
  network: Network | undefined
  caipNetworkId: string
  networks: readonly Network[]
  switchNetwork: (caipNetworkId: string) => Promise<void>
}

/**
 * The active network and how to change it.
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
    switchNetwork: useCallback(
      async (caipNetworkId: string) => {
        // Most pages never switch: the code for it comes when it is needed.
        const { switchNetwork } = await import('@latchkey/core/session')
        return switchNetwork(config, caipNetworkId)
      },
      [config],
    ),
  }
}
