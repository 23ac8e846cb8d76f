import { pretendEmail } from '../pretend/pretendConnectors.ts'
import { pairingConnector } from '../pretend/sampleExtensions.ts'
import { answerWallets, sampleWallets } from '../pretend/sampleWallets.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewStates } from '../pretend/ViewState.ts'

const below = [{ name: 'Connect' }]
const wallets = answerWallets(
  sampleWallets(580).map((wallet) => ({ ...wallet, homepage: `https://${wallet.id}.example/download` })),
)
const connectors = [pretendEmail(), pairingConnector()]

export const whatIsAWalletStates: ViewStates = {
  default: { below, connectors },
  walletsOnly: { below, connectors: [pairingConnector()] },
}

export const getWalletStates: ViewStates = {
  default: { below, connectors, wallets },
  unknown: { below, connectors: [pairingConnector()] },
}

export const whatIsANetworkStates: ViewStates = {
  default: { below: [{ name: 'Account' }, { name: 'Networks' }], prepare: (config) => signedIn(config) },
}
