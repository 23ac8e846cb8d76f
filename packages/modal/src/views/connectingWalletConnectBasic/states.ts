import type { Config } from '@latchkey/core'
import { failing } from '../../states/pretendConnectors.ts'
import { pairingConnector } from '../../states/sampleExtensions.ts'
import { pretendPairing, SAMPLE_URI } from '../../states/samplePairing.ts'
import { answerWallets, sampleWallets } from '../../states/sampleWallets.ts'
import type { ViewState, ViewStates } from '../../states/ViewState.ts'
import { withOptions } from '../../states/withOptions.ts'

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
