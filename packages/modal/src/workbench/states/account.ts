import { showToast } from '@latchkey/core'
import { failing, pretendEmail } from '../pretend/pretendConnectors.ts'
import { ETHEREUM } from '../pretend/sampleNetworks.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewStates } from '../pretend/ViewState.ts'
import { smartWallet, withSmartAccount } from './accountType.ts'

const rich = { balance: '12.34567', balanceSymbol: 'ETH' }

export const accountStates: ViewStates = {
  default: { prepare: (config) => signedIn(config, rich) },
  loading: { prepare: (config) => signedIn(config) },
  unknown: { balance: () => failing(4401), prepare: (config) => signedIn(config) },
  large: { prepare: (config) => signedIn(config, { balance: '1234567890.123456', balanceSymbol: 'ETH' }) },
  tiny: { prepare: (config) => signedIn(config, { balance: '0.000000000000000001', balanceSymbol: 'ETH' }) },
  oneNetwork: { networks: [ETHEREUM], prepare: (config) => signedIn(config, rich) },
  unsupported: {
    prepare: (config) => {
      config.networks.setState({ activeId: 'eip155:999999' })
      signedIn(config)
    },
  },
  wallet: {
    prepare: (config) =>
      signedIn(config, {
        ...rich,
        user: {},
        connectorId: 'rainfall',
        connectedWalletInfo: { name: 'Rainfall', type: 'ANNOUNCED' },
      }),
  },
  otherNetwork: {
    prepare: (config) => {
      config.allowUnsupportedChain = true
      config.networks.setState({ activeId: 'eip155:999999' })
      signedIn(config)
    },
  },
  embedded: {
    connectors: [pretendEmail({ identity: {} })],
    prepare: (config) => signedIn(config, { ...rich, socialProvider: 'x', user: { username: 'ada' } }),
  },
  smartAccount: {
    ...smartWallet,
    prepare: (config) => withSmartAccount(config, { ...rich, user: { email: 'a•••@example.com' } }),
  },
  toast: {
    prepare: (config) => {
      signedIn(config, rich)
      showToast(config, { kind: 'success', message: 'Sent' })
    },
  },
}
