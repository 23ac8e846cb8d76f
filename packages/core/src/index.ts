export * from './accountErrors.ts'
export { abortPendingRequests } from './actions/abortPendingRequests.ts'
export { activeAccount, activeConnector, activeNamespace, connectorOf } from './actions/activeConnection.ts'
export { close } from './actions/close.ts'
export { type ConnectParameters, connect } from './actions/connect.ts'
export { disconnect } from './actions/disconnect.ts'
export { addNetwork, removeNetwork } from './actions/editNetworks.ts'
export {
  completeEmailLogin,
  emailConnector,
  emailCooldown,
  isEmail,
  startEmailLogin,
} from './actions/emailLogin.ts'
export { expectConnections } from './actions/expectConnections.ts'
export { fetchBalance } from './actions/fetchBalance.ts'
export { goBack, popTransaction, push, pushTransaction, replace, reset } from './actions/navigate.ts'
export { hideAlert, hideToast, shake, showAlert, showToast } from './actions/notify.ts'
export { open } from './actions/open.ts'
export { preferredAccountType } from './actions/preferredAccountType.ts'
export { raiseAlert } from './actions/raiseAlert.ts'
export { reconnect } from './actions/reconnect.ts'
export { request } from './actions/request.ts'
export { offersSmartAccounts, setPreferredAccountType } from './actions/setPreferredAccountType.ts'
export { setTheme } from './actions/setTheme.ts'
export { switchNetwork } from './actions/switchNetwork.ts'
export { isSupported, UNSUPPORTED_VIEW } from './actions/unsupportedNetwork.ts'
export { watchConnectors } from './actions/watchConnectors.ts'
export { caipAddressOf, parseCaipAddress, parseCaipNetworkId } from './caip/parseCaip.ts'
export * from './connectionErrors.ts'
export { type Config, type ConfigParameters, createConfig } from './createConfig.ts'
export { createEmitter } from './createEmitter.ts'
export * from './errors.ts'
export { formatAmount, formatUnits, UNKNOWN_AMOUNT } from './format/formatAmount.ts'
export { shortenAddress } from './format/shortenAddress.ts'
export {
  type IdentityConnector,
  identityConnector,
} from './identity/identityConnector.ts'
export {
  offersPasskeys,
  SOCIAL_PROVIDERS,
  type SocialProvider,
  socialProviderOf,
  socialProviders,
} from './identity/socialProviders.ts'
export type * from './interfaces/Account.ts'
export type * from './interfaces/AlertKind.ts'
export type * from './interfaces/ChainAdapter.ts'
export type * from './interfaces/ConnectOptions.ts'
export * from './interfaces/Connector.ts'
export type * from './interfaces/Features.ts'
export type * from './interfaces/IdentityAbility.ts'
export type * from './interfaces/Network.ts'
export type * from './interfaces/Provider.ts'
export type * from './interfaces/Siwx.ts'
export { isMobile } from './platform/isMobile.ts'
export { announceProvider, type ProviderInfo } from './provider/announceProvider.ts'
export { createProvider } from './provider/createProvider.ts'
export { toProviderError } from './provider/toProviderError.ts'
export { defaultFeatures } from './remote/defaultFeatures.ts'
export { SDK_VERSION } from './remote/serviceUrl.ts'
export { BothSiwxOptionsError } from './siwx/BothSiwxOptionsError.ts'
export { accountOf, disconnectedAccount } from './slices/accounts.ts'
export { findConnector } from './slices/connectors.ts'
export type { FrameState } from './slices/frame.ts'
export type { ModalState } from './slices/modal.ts'
export { activeNetwork, findNetwork } from './slices/networks.ts'
export type { Alert, Toast } from './slices/notices.ts'
export { currentView, type RouterEntry, type RouterState, type TransactionEntry } from './slices/router.ts'
export type { ThemeState } from './slices/theme.ts'
export { createStorage, type KeyValueStorage, STORAGE_PREFIX } from './storage/createStorage.ts'
export { ENTRY_KEYS } from './storage/entryKeys.ts'
export { isEmailLoginUsed } from './storage/isEmailLoginUsed.ts'
export { readPreferredAccountTypes } from './storage/preferredAccountTypes.ts'
export {
  readSmartAccountNetworks,
  writeSmartAccountNetworks,
} from './storage/smartAccountNetworks.ts'
export { SOCIAL_RETURN } from './storage/socialReturn.ts'
export { STORAGE_KEYS } from './storage/storageKeys.ts'
export {
  clearLoginCache,
  type RecentWallet,
  readRecentWallets,
} from './storage/storedState.ts'
export { watchTabs } from './storage/watchTabs.ts'
export {
  type BrowseLinkParameters,
  browseLinkOf,
} from './walletLinks/browseLinkOf.ts'
export {
  type DeepLinkParameters,
  deepLinkOf,
  deepLinksOf,
  type WalletLink,
  type WalletWays,
  walletLinksOf,
} from './walletLinks/deepLinkOf.ts'
export { keepsPairing, type Platform, readPlatform } from './walletLinks/Platform.ts'
