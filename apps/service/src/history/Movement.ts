/** What one transaction moved, seen from one account. Addresses are in small letters. */
export type Movement = {
  /** Whether the account gave, took, or both. */
  direction: 'in' | 'out' | 'self'
  /** The native currency, a token of the network's list, or a collectible (ERC-721, ERC-1155). */
  kind: 'native' | 'token' | 'nft'
  /** The contract; null for the native currency. */
  token: string | null
  /** Decimal; of collectibles alone. */
  tokenId?: string
  /** The other side. */
  counterparty: string
  /** In base units, decimal. */
  amount: string
  /** A collectible that nobody asked for: see `isUnasked`. */
  isSpam?: true
}
