/** What a dapp's own tests need, in a page and in Node alike. */
export { CALLS_ID, type CallsWallet, callsWallet, SMART_ADDRESS } from './calls/callsWallet.ts'
export { devAccounts } from './injected/devAccounts.ts'
export * from './injected/index.ts'
export {
  bundleMockInjectedWallet,
  type MockWalletRemote,
  mockInjectedWalletScript,
  mockWalletOn,
  type PageLike,
} from './node/injectedWalletScript.ts'
export { mockSolanaWalletScript } from './node/solanaWalletScript.ts'
