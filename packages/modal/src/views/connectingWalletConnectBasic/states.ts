import { failing } from '../../states/pretendConnectors.ts'
import { pairingConnector } from '../../states/sampleExtensions.ts'
import { pretendPairing } from '../../states/samplePairing.ts'
import { answerWallets, sampleWallets } from '../../states/sampleWallets.ts'
import type { ViewState, ViewStates } from '../../states/ViewState.ts'

const base: ViewState = {
  connectors: [pairingConnector()],
  wallets: answerWallets(sampleWallets(580)),
  prepare: pretendPairing,
}

export const connectingWalletConnectBasicStates: ViewStates = {
  default: base,
  loading: { connectors: [pairingConnector()] },
  mobile: { ...base, mobile: true },
  failed: { ...base, connectors: [pairingConnector({ connect: () => failing(6031) })] },
}
