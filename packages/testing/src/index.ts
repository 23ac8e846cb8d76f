export { CALLS_ID, type CallsWallet, callsWallet, SMART_ADDRESS } from './calls/callsWallet.ts'
export { testContracts } from './contracts/testContracts.ts'
export { devAccounts } from './injected/devAccounts.ts'
export * from './injected/index.ts'
export {
  createMockSolanaWallet,
  type MockSolanaCall,
  type MockSolanaWallet,
  type MockSolanaWalletOptions,
  registerSolanaWallet,
} from './solanaWallet/createMockSolanaWallet.ts'
