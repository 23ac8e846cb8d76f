import { pretendEmail } from '../pretend/pretendConnectors.ts'
import { pairingConnector, rainfallExtension } from '../pretend/sampleExtensions.ts'
import { answerWallets, sampleWallets } from '../pretend/sampleWallets.ts'
import type { ViewStates } from '../pretend/ViewState.ts'

const below = [{ name: 'Connect' }]
const wallets = answerWallets(sampleWallets(580))

export const connectWalletsStates: ViewStates = {
  default: { below, wallets, connectors: [pretendEmail(), pairingConnector(), rainfallExtension()] },
  loading: { below, connectors: [pairingConnector()] },
}
