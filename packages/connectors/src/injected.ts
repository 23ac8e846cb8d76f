export {
  type InjectedWallet,
  type PageProvider,
  type ProviderCell,
  providerCell,
} from './injected/InjectedWallet.ts'
export { injected } from './injected/injectedConnector.ts'
export { watchInjected } from './injected/watchInjected.ts'
