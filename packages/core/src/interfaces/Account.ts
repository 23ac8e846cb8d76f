import type { CaipAddress, ChainNamespace } from './Network.ts'

export type AccountType = 'eoa' | 'smartAccount' | 'payment'
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
  /** `email` is the masked hint: the address itself never reaches the host's storage. */
  user?: { email?: string; username?: string }
  allAccounts: readonly Account[]
  tokenBalance?: readonly TokenBalance[]
  smartAccountDeployed?: boolean
  preferredAccountType?: AccountType
  socialProvider?: string
  connectorId?: string
  connectedWalletInfo?: { name: string; icon?: string; type: string }
  addressLabels?: Readonly<Record<string, string>>
  farcasterUrl?: string
}
