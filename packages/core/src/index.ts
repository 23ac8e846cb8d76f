export { loading } from '@latchkey/errors'
export { socialName } from '@latchkey/protocol/socials'
export {
  activeAccount,
  activeConnector,
  activeNamespace,
  activeNetwork,
  disconnectedAccount,
  expectConnections,
  findConnector,
} from './account/accounts.ts'
export { fetchBalance } from './account/fetchBalance.ts'
export { offersSmartAccounts, setPreferredAccountType } from './account/setPreferredAccountType.ts'
export { createConfig } from './config/createConfig.ts'
export { announceProvider, createProvider, type ProviderInfo } from './config/createProvider.ts'
export { type AttemptState, attemptStateOf } from './connection/attemptState.ts'
export { type ConnectParameters, connect } from './connection/connect.ts'
export {
  completeEmailLogin,
  emailConnector,
  emailCooldown,
  isEmail,
  startEmailLogin,
} from './connection/emailLogin.ts'
export { disconnect, reconnect } from './connection/reconnect.ts'
export { request } from './connection/request.ts'
export {
  addNetwork,
  removeNetwork,
  switchNetwork,
} from './connection/switchNetwork.ts'
export { isSupported, UNSUPPORTED_VIEW, watchConnectors } from './connection/watchConnectors.ts'
export * from './connector.ts'
export * from './errors/entryErrors.ts'
export { toProviderError } from './errors/toProviderError.ts'
export { formatAmount, formatUnits, shortenAddress, UNKNOWN_AMOUNT } from './format/formatAmount.ts'
export {
  type IdentityConnector,
  identityConnector,
  offersPasskeys,
  socialProviders,
} from './identity/identityConnector.ts'
export { readLog } from './log/tell.ts'
export { endView, goBack, push, replace, reset } from './modal/navigate.ts'
export {
  abortPendingRequests,
  close,
  currentView,
  hideAlert,
  type OpenOptions,
  open,
  setTheme,
  shake,
  showAlert,
} from './modal/open.ts'
export { raiseAlert } from './modal/raiseAlert.ts'
export { hideToast, showToast } from './modal/toast.ts'
export { derive } from './page/derive.ts'
export { momentOf, pageSlices } from './page/moment.ts'
export { defaultFeatures } from './remote/knownFeatures.ts'
export { createStorage } from './storage/createStorage.ts'
export { SOCIAL_RETURN } from './storage/socialReturn.ts'
export { ENTRY_KEYS } from './storage/storedConnections.ts'
export {
  type RecentWallet,
  readRecentWallets,
  STORAGE_KEYS,
} from './storage/storedState.ts'
export {
  type BrowseLinkParameters,
  browseLinkOf,
  type DeepLinkParameters,
  deepLinkOf,
  deepLinksOf,
  keepsPairing,
  type Platform,
  readPlatform,
  type WalletLink,
  walletLinksOf,
} from './walletLinks/deepLinkOf.ts'
export { isMobile } from './walletLinks/isMobile.ts'
