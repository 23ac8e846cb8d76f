export { type BrowseLinkParameters, browseLinkOf } from './browseLinkOf.ts'
export {
  type DeepLinkParameters,
  deepLinkOf,
  type WalletLink,
  type WalletWays,
  walletLinksOf,
} from './deepLinkOf.ts'
export { keepsPairing, type Platform, readPlatform } from './Platform.ts'
