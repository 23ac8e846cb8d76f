export { connectorOverWallet } from './connectorOverWallet.ts'
export { createMockInjectedWallet } from './createMockInjectedWallet.ts'
export type {
  MockInjectedWallet,
  MockInjectedWalletOptions,
  MockInjectedWalletPageOptions,
  MockWalletCall,
  MockWalletChain,
  MockWalletControls,
  MockWalletError,
  MockWalletSwitches,
} from './MockInjectedWallet.ts'
