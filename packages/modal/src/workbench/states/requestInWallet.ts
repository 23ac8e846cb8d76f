import { pairingConnector } from '../pretend/sampleExtensions.ts'
import { sampleWallets } from '../pretend/sampleWallets.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'

const [rainfall] = sampleWallets(1)
const base: ViewState = {
  mobile: true,
  connectors: [
    pairingConnector({
      peerRedirect: () => ({ native: 'rainfall://', universal: 'https://go.rainfall.example' }),
    }),
  ],
  prepare: (config) =>
    signedIn(config, {
      connectorId: 'walletconnect',
      connectedWalletInfo: {
        name: rainfall?.name ?? 'Rainfall',
        type: 'WALLET_CONNECT',
        ...(rainfall?.image_url ? { icon: rainfall.image_url } : {}),
      },
    }),
}

export const requestInWalletStates: ViewStates = {
  default: base,
  /** The wallet says no way to itself. */
  noWay: { ...base, connectors: [pairingConnector()] },
}
