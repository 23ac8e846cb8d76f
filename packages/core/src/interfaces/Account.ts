import type { CaipAddress, ChainNamespace } from './Network.ts'

export type AccountType = 'eoa' | 'smartAccount' | 'payment'
/** The kind of account that a page wants to begin with, by namespace. */
export type DefaultAccountTypes = Readonly<Partial<Record<ChainNamespace, AccountType>>>
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'

/** One account of a connection (spec 3, generic account). */
export type Account = {
  namespace: ChainNamespace
  address: string
  type: AccountType
  publicKey?: string
  path?: string
}

/** A token and how much of it (spec 3). `numeric` is a decimal string: no float ever holds money. */
export type TokenBalance = {
  name: string
  symbol: string
  chainId: string
  /** CAIP-10; absent for the native token */
  address?: string
  value?: number
  price: number
  quantity: { decimals: string; numeric: string }
  iconUrl: string
}

/** What is known of the account of one namespace (spec 3). */
export type AccountState = {
  status: ConnectionStatus
  caipAddress?: CaipAddress
  address?: string
  /** Decimal string in whole units; undefined while unknown. */
  balance?: string
  balanceSymbol?: string
  profileName?: string
  profileImage?: string
  /** `email` is a masked hint, or the new address that was typed into this page; the storage never holds more than a hint. */
  user?: { email?: string; username?: string }
  allAccounts: readonly Account[]
  tokenBalance?: readonly TokenBalance[]
  /** Whether the smart account is on the active network yet; its first transaction puts it there. */
  smartAccountDeployed?: boolean
  /** The kind of account in use, where the wallet has several: `address` is the one of `allAccounts` of that kind. */
  preferredAccountType?: AccountType
  socialProvider?: string
  connectorId?: string
  connectedWalletInfo?: { name: string; icon?: string; type: string }
  addressLabels?: Readonly<Record<string, string>>
  farcasterUrl?: string
}
