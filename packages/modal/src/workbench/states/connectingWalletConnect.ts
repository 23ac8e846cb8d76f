import type { CustomWallet } from '@latchkey/core'
import { findView } from '../../views/index.ts'
import { failing } from '../pretend/pretendConnectors.ts'
import { pairingConnector, rainfallExtension } from '../pretend/sampleExtensions.ts'
import { pretendPairing } from '../pretend/samplePairing.ts'
import { sampleWallets } from '../pretend/sampleWallets.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'
import { whenElementExists } from '../pretend/whenElementExists.ts'

const wallet: CustomWallet = {
  ...(sampleWallets(1)[0] ?? { id: 'wallet-1', name: 'Rainfall' }),
  mobile_link: 'https://rainfall.example',
  homepage: 'https://rainfall.example',
}
const everywhere: CustomWallet = {
  ...wallet,
  webapp_link: 'https://app.rainfall.example',
  desktop_link: 'rainfall://',
}
const base: ViewState = {
  below: [{ name: 'Connect' }],
  connectors: [pairingConnector()],
  prepare: (config) => {
    findView('ConnectingWalletConnect')?.preload()
    pretendPairing(config)
  },
}
const loading = { ...base, prepare: () => findView('ConnectingWalletConnect')?.preload() }
const choose = (name: string) => (root: ShadowRoot) =>
  whenElementExists(root, `[role=tab][id$=-${name}]`, (tab) => tab.click())
const ended = (code: number) => ({
  ...loading,
  params: { wallet },
  connectors: [pairingConnector({ connect: () => failing(code) })],
})

export const connectingWalletConnectStates: ViewStates = {
  default: base,
  loading,
  wallet: { ...base, params: { wallet } },
  walletLoading: { ...loading, params: { wallet } },
  everywhere: {
    ...base,
    params: { wallet: everywhere },
    connectors: [pairingConnector(), rainfallExtension()],
  },
  web: { ...base, params: { wallet: everywhere }, play: choose('web') },
  desktop: { ...base, params: { wallet: everywhere }, play: choose('desktop') },
  mobile: { ...base, params: { wallet }, mobile: true },
  mobileLoading: { ...loading, params: { wallet }, mobile: true },
  mobileBadLink: {
    ...base,
    params: { wallet: { ...wallet, mobile_link: 'javascript:alert(1)' } },
    mobile: true,
  },
  mobileOtherDevice: {
    ...base,
    params: { wallet },
    mobile: true,
    play: (root) => whenElementExists(root, 'summary', (summary) => summary.click()),
  },
  unsupported: { ...base, params: { wallet: { id: 'x', name: 'Rainfall', homepage: wallet.homepage } } },
  declined: ended(4001),
  failed: ended(6031),
  missing: { ...loading, connectors: [] },
}
