import { pretendEmail } from '../../states/pretendConnectors.ts'
import { pairingConnector, rainfallExtension } from '../../states/sampleExtensions.ts'
import { answerWallets, sampleWallets } from '../../states/sampleWallets.ts'
import type { ViewStates } from '../../states/ViewState.ts'

const below = [{ name: 'Connect' }]
const wallets = answerWallets(sampleWallets(580))

export const connectWalletsStates: ViewStates = {
  default: { below, wallets, connectors: [pretendEmail(), pairingConnector(), rainfallExtension()] },
  loading: { below, connectors: [pairingConnector()] },
}
