import type { Network } from '@latchkey/core'
import { useNetwork } from '@latchkey/react'
import { useEffect, useRef, useState } from 'react'
import { useOpen } from '../router/navigate.ts'

export type NetworkSwitch = {
  activeId: string
  /** The network that the wallet is asked to switch to. */
  pending: Network | undefined
  failed: { network: Network; error: unknown } | undefined
  choose: (network: Network) => void
}

/**
 * Switches the network and says how that goes. A view that has been left meanwhile hears of nothing.
 *
 * @param onFailed answers true when it has said so itself
 */
export function useNetworkSwitch(
  onDone: (network: Network) => void,
  onFailed: (network: Network, error: unknown) => boolean = () => false,
): NetworkSwitch {
  const { caipNetworkId, switchNetwork } = useNetwork()
  const [pending, setPending] = useState<Network>()
  const [failed, setFailed] = useState<NetworkSwitch['failed']>()
  const isShown = useIsShown()
  const choose = (network: Network) => {
    if (pending) return
    if (network.caipNetworkId === caipNetworkId) return onDone(network)
    setPending(network)
    setFailed(undefined)
    switchNetwork(network.caipNetworkId).then(
      () => {
        setPending(undefined)
        if (isShown.current) onDone(network)
      },
      (error: unknown) => {
        setPending(undefined)
        if (isShown.current && !onFailed(network, error)) setFailed({ network, error })
      },
    )
  }
  return { activeId: caipNetworkId, pending, failed, choose }
}

function useIsShown() {
  const open = useOpen()
  const ref = useRef(open)
  useEffect(() => {
    ref.current = open
    return () => {
      ref.current = false
    }
  }, [open])
  return ref
}
