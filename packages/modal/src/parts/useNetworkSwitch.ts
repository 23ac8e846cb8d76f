import type { Network } from '@latchkey/core'
import { useNetwork } from '@latchkey/react'
import { useState } from 'react'

export type NetworkSwitch = {
  activeId: string
  /** The network that the wallet is asked to switch to. */
  pending: Network | undefined
  failed: { network: Network; error: unknown } | undefined
  choose: (network: Network) => void
}

/** Switches the network and says how that goes. */
export function useNetworkSwitch(onDone: () => void): NetworkSwitch {
  const { caipNetworkId, switchNetwork } = useNetwork()
  const [pending, setPending] = useState<Network>()
  const [failed, setFailed] = useState<NetworkSwitch['failed']>()
  const choose = (network: Network) => {
    if (pending) return
    if (network.caipNetworkId === caipNetworkId) return onDone()
    setPending(network)
    setFailed(undefined)
    switchNetwork(network.caipNetworkId)
      .then(onDone, (error: unknown) => setFailed({ network, error }))
      .finally(() => setPending(undefined))
  }
  return { activeId: caipNetworkId, pending, failed, choose }
}
