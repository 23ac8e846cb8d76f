/** By the names that wagmi and Solana's wallet adapter import. */
class LeftOut {
  constructor() {
    throw new Error(
      'This wallet is left out: its package, or one that it brings, has no licence that we take.',
    )
  }
}

export {
  LeftOut as CoinbaseWalletSDK,
  LeftOut as createDefaultAddressSelector,
  LeftOut as createDefaultAuthorizationResultCache,
  LeftOut as createDefaultWalletNotFoundHandler,
  LeftOut as default,
  LeftOut as GeminiWalletProvider,
  LeftOut as SolanaMobileWalletAdapter,
  LeftOut as SolanaMobileWalletAdapterWalletName,
}
