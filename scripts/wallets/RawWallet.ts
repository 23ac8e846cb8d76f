/** What a source says of a wallet, not checked yet. Of several links the first safe one is taken. */
export type RawWallet = {
  id: unknown
  name: unknown
  rdns?: unknown
  homepage?: unknown
  webapp?: unknown
  /** A scheme of the app's own and its universal link, in any order. */
  mobile?: readonly unknown[]
  desktop?: readonly unknown[]
  chains?: readonly unknown[]
  badge?: unknown
  imageId?: unknown
}

/** A source of wallets. */
export type WalletSource = {
  /** In words; stands in `wallets.json`. */
  label: string
  wallets: readonly RawWallet[]
  /** The icon of a wallet as its source has it, in a raster format; undefined when it has none. */
  icon(wallet: RawWallet): Promise<Uint8Array | undefined>
}
