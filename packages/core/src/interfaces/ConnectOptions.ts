/** A wallet of the directory (spec 3, wallet listing). */
export type WalletListing = {
  id: string
  name: string
  image_id?: string
  /** Opens the phone's app: a scheme of its own where it has one. */
  mobile_link?: string
  /** The universal link (https) of the phone's app, where `mobile_link` is a scheme. */
  link_mode?: string
  desktop_link?: string
  webapp_link?: string
  rdns?: string
  /** CAIP-2; empty or absent: not stated */
  chains?: readonly string[]
  homepage?: string
  badge_type?: string
}

/** A wallet that the page brings along; its icon is a URL of its own. */
export type CustomWallet = WalletListing & { image_url?: string }

/** Groups of the wallet list (spec 9). */
export type ConnectorGroup =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'

/** What a page decides about connecting. All of it may be left out. */
export type ConnectOptions = {
  /** Wallets at all, beside e-mail and social login; default true. */
  enableWallets?: boolean
  /** Wallets that announce themselves (EIP-6963); default true. */
  enableEIP6963?: boolean
  /** A wallet at `window.ethereum`; default true. */
  enableInjected?: boolean
  /** Ids of directory wallets that stand above the recommended ones, in this order. */
  featuredWalletIds?: readonly string[]
  /** Only these directory wallets are listed. */
  includeWalletIds?: readonly string[]
  /** These directory wallets are never listed. */
  excludeWalletIds?: readonly string[]
  customWallets?: readonly CustomWallet[]
  /** The way to the whole directory; default `SHOW`. */
  allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  /** One row leads to the wallets; default false. */
  collapseWallets?: boolean
  connectorTypeOrder?: readonly ConnectorGroup[]
  connectMethodsOrder?: readonly ('email' | 'social' | 'wallet')[]
  /** Universal links (https) before links of a scheme of the wallet's own; default true. */
  preferUniversalLinks?: boolean
  /** The page runs the WalletConnect session itself and shows only the modal's views; default false. Needs `pairingUri`. */
  manualWCControl?: boolean
  /**
   * Makes a pairing link of the page's own session (`manualWCControl`). It is asked for whenever the modal is about to
   * show one, and again 10 s before the last one ends; `signal` aborts when nobody looks at it any more. The page closes
   * the modal when its session stands.
   */
  pairingUri?: (parameters: { signal: AbortSignal }) => Promise<string>
  /** WalletConnect alone: no embedded wallet, no extensions; default false. */
  basic?: boolean
  /** Nothing can be chosen before a box is ticked; needs one of the two addresses below. Default false. */
  legalCheckbox?: boolean
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
}
