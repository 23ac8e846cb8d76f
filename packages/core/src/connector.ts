/**
 * What the makers of connectors and of chain adapters are handed and answer with, as an entry of its own: it stands below
 * the actions, so that a connector knows none of them.
 */

export { SOCIAL_PROVIDERS, type SocialProvider, socialProviderOf } from '@latchkey/protocol/socials'
export { accountOf, connectorOf, findNetwork, networkIdOf } from './account/accounts.ts'
export { preferredAccountType, readPreferredAccountTypes } from './account/preferredAccountType.ts'
export { codeOf, isDeclined } from './connection/attemptState.ts'
export { createEmitter } from './connection/createEmitter.ts'
export * from './errors/connectionErrors.ts'
export * from './interfaces/Config.ts'
export type * from './interfaces/ConnectOptions.ts'
export * from './interfaces/Connector.ts'
export type * from './interfaces/IdentityAbility.ts'
export type * from './interfaces/Notices.ts'
export type * from './interfaces/Pay.ts'
export type * from './interfaces/Payment.ts'
export type * from './interfaces/Swap.ts'
export * from './interfaces/Theme.ts'
export { isHeard, logLevelOf, type Observer, tell } from './log/tell.ts'
export { caipAddressOf, parseCaipAddress, parseCaipNetworkId } from './network/parseCaip.ts'
export { alertOfRelayError } from './remote/alertOfRelayError.ts'
export { SDK_VERSION, serviceOf } from './remote/serviceUrl.ts'
export { STORAGE_PREFIX } from './storage/createStorage.ts'
export { isEmailLoginUsed } from './storage/storedConnections.ts'
export {
  clearLoginCache,
  readSmartAccountNetworks,
  STORAGE_KEYS,
  writeSmartAccountNetworks,
} from './storage/storedState.ts'
export { watchTabs } from './storage/watchTabs.ts'
