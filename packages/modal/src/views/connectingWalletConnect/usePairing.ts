import type { RecentWallet } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { attemptStateOf } from '../../parts/attemptStateOf.ts'
import { type ConnectAttempt, useConnectAttempt } from '../../parts/useConnectAttempt.ts'
import { useNextPairing } from './useNextPairing.ts'
import { useOwnPairing } from './useOwnPairing.ts'

export type Pairing = ConnectAttempt & {
  uri: string | undefined
  /** The page has no way to pair. */
  isMissing: boolean
}

/** Pairs with whichever wallet takes the link. A link that grows old is replaced by the connector, without a word. */
export function usePairing(wallet: RecentWallet | undefined, isOn: boolean): Pairing {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  const { pairingUri: uri } = useSlice(config.modal)
  const connector = connectors.find(({ type }) => type === 'WALLET_CONNECT')
  const { manualWCControl: isOwn = false, pairingUri: ask } = config.options
  const attempt = useConnectAttempt({ connectorId: isOn && !isOwn ? connector?.id : undefined, wallet })
  const own = useOwnPairing(isOn && isOwn)
  useNextPairing(isOn && !isOwn ? connector : undefined)
  if (!isOwn) return { ...attempt, uri, isMissing: !connector }
  const state = own.error === undefined ? 'waiting' : attemptStateOf(own.error)
  return { ...own, state, uri, isMissing: !ask && uri === undefined }
}
