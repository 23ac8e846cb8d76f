export { accountOf, disconnectedAccount } from './account/accounts.ts'
export {
  activeAccount,
  activeConnector,
  activeNamespace,
  connectorOf,
  findConnector,
  networkIdOf,
} from './account/activeConnection.ts'
export { fetchBalance } from './account/fetchBalance.ts'
export { preferredAccountType, readPreferredAccountTypes } from './account/preferredAccountType.ts'
export { offersSmartAccounts, setPreferredAccountType } from './account/setPreferredAccountType.ts'
export { announceProvider, type ProviderInfo } from './config/announceProvider.ts'
export { createConfig } from './config/createConfig.ts'
export { createProvider } from './config/createProvider.ts'
export { type ConnectParameters, connect } from './connection/connect.ts'
export { createEmitter } from './connection/createEmitter.ts'
export { disconnect } from './connection/disconnect.ts'
export { addNetwork, removeNetwork } from './connection/editNetworks.ts'
export {
  completeEmailLogin,
  emailConnector,
  emailCooldown,
  isEmail,
  startEmailLogin,
} from './connection/emailLogin.ts'
export { expectConnections } from './connection/expectConnections.ts'
export { reconnect } from './connection/reconnect.ts'
export { request } from './connection/request.ts'
export { switchNetwork } from './connection/switchNetwork.ts'
export { isSupported, UNSUPPORTED_VIEW } from './connection/unsupportedNetwork.ts'
export { watchConnectors } from './connection/watchConnectors.ts'
export * from './errors/accountErrors.ts'
export * from './errors/connectionErrors.ts'
export * from './errors/entryErrors.ts'
export { toProviderError } from './errors/toProviderError.ts'
export { formatAmount, formatUnits, UNKNOWN_AMOUNT } from './format/formatAmount.ts'
export { shortenAddress } from './format/shortenAddress.ts'
export {
  type IdentityConnector,
  identityConnector,
  offersPasskeys,
  socialProviders,
} from './identity/identityConnector.ts'
export type * from './interfaces/Account.ts'
export type * from './interfaces/AlertKind.ts'
export type * from './interfaces/ChainAdapter.ts'
export type {
  Alert,
  Config,
  ConfigParameters,
  FrameState,
  ModalState,
  RouterEntry,
  RouterState,
  ThemeState,
  Toast,
  TransactionEntry,
} from './interfaces/Config.ts'
export type * from './interfaces/ConnectOptions.ts'
export type { WalletWays } from './interfaces/ConnectOptions.ts'
export * from './interfaces/Connector.ts'
export type * from './interfaces/Features.ts'
export { SOCIAL_PROVIDERS, type SocialProvider, socialProviderOf } from './interfaces/Features.ts'
export type * from './interfaces/IdentityAbility.ts'
export type { KeyValueStorage } from './interfaces/KeyValueStorage.ts'
export * from './interfaces/Network.ts'
export type * from './interfaces/Provider.ts'
export type * from './interfaces/Siwx.ts'
export { abortPendingRequests } from './modal/abortPendingRequests.ts'
export { goBack, popTransaction, push, pushTransaction, replace, reset } from './modal/navigate.ts'
export { hideAlert, hideToast, shake, showAlert, showToast } from './modal/notify.ts'
export { close, open } from './modal/open.ts'
export { raiseAlert } from './modal/raiseAlert.ts'
export { currentView } from './modal/router.ts'
export { setTheme } from './modal/setTheme.ts'
export { isAccountAddress, isCaipNetworkId, isNamespace } from './network/namespaces.ts'
export { activeNetwork, findNetwork } from './network/networks.ts'
export { caipAddressOf, parseCaipAddress, parseCaipNetworkId } from './network/parseCaip.ts'
export { defaultFeatures } from './remote/defaultFeatures.ts'
export { SDK_VERSION } from './remote/serviceUrl.ts'
export { BothSiwxOptionsError } from './siwx/BothSiwxOptionsError.ts'
export { createStorage, STORAGE_PREFIX } from './storage/createStorage.ts'
export { ENTRY_KEYS } from './storage/entryKeys.ts'
export { isEmailLoginUsed } from './storage/isEmailLoginUsed.ts'
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
  walletLinksOf,
} from './walletLinks/deepLinkOf.ts'
export { isMobile } from './walletLinks/isMobile.ts'
export { keepsPairing, type Platform, readPlatform } from './walletLinks/Platform.ts'
