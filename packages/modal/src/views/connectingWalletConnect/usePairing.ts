import type { RecentWallet } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { type ConnectAttempt, useConnectAttempt } from '../../parts/useConnectAttempt.ts'
import { useNextPairing } from './useNextPairing.ts'

export type Pairing = ConnectAttempt & {
  uri: string | undefined
  /** The page has no way to pair. */
  isMissing: boolean
}

/** Pairs with whichever wallet takes the link. A link that grows old is replaced by the connector, without a word. */
export function usePairing(wallet: RecentWallet | undefined, isOn: boolean): Pairing {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  const { pairingUri } = useSlice(config.modal)
  const connector = connectors.find(({ type }) => type === 'WALLET_CONNECT')
  // A page that runs the session itself only gives the link to show.
  const isOwn = config.options.manualWCControl === true
  const attempt = useConnectAttempt({ connectorId: isOn && !isOwn ? connector?.id : undefined, wallet })
  useNextPairing(isOn && !isOwn ? connector : undefined)
  return { ...attempt, uri: pairingUri, isMissing: !isOwn && !connector }
}
