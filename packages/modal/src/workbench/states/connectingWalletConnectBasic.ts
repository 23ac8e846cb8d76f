import type { Config } from '@latchkey/core'
import { failing } from '../pretend/pretendConnectors.ts'
import { pairingConnector } from '../pretend/sampleExtensions.ts'
import { pretendPairing, SAMPLE_URI } from '../pretend/samplePairing.ts'
import { answerWallets, sampleWallets } from '../pretend/sampleWallets.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'
import { withOptions } from '../pretend/withOptions.ts'

const askToAgree = (config: Config) => {
  pretendPairing(config)
  withOptions(config, { legalCheckbox: true, termsConditionsUrl: 'https://example.net/terms' })
}
const base: ViewState = {
  connectors: [pairingConnector()],
  wallets: answerWallets(sampleWallets(580)),
  prepare: pretendPairing,
}

export const connectingWalletConnectBasicStates: ViewStates = {
  default: base,
  loading: { connectors: [pairingConnector()] },
  mobile: { ...base, mobile: true },
  ownSession: {
    ...base,
    connectors: [],
    prepare: (config) => withOptions(config, { manualWCControl: true, pairingUri: async () => SAMPLE_URI }),
  },
  agree: { ...base, prepare: askToAgree },
  legal: {
    ...base,
    prepare: (config) => {
      pretendPairing(config)
      withOptions(config, { termsConditionsUrl: 'https://example.net/terms' })
    },
  },
  failed: { ...base, connectors: [pairingConnector({ connect: () => failing(6031) })] },
}
