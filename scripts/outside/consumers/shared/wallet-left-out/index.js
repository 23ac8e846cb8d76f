/** By the names that wagmi imports. */
class LeftOut {
  constructor() {
    throw new Error(
      'This wallet is left out: its package, or one that it brings, has no licence that we take.',
    )
  }
}

export { LeftOut as CoinbaseWalletSDK, LeftOut as default, LeftOut as GeminiWalletProvider }
