/** What a page asks its visitor to pay. */
export type PayRequest = {
  /** Whole units as a decimal string, such as `'12.50'`. */
  amount: string
  /** Address of the token's contract; absent: the network's native coin. */
  token?: string | undefined
  /** CAIP-2 name of one of the page's networks. */
  network: string
  /** Address of whoever is paid; a checksum that it carries must be right. */
  recipient: string
}

/** A payment that a block has. */
export type PayReceipt = {
  hash: string
  /** CAIP-2. */
  network: `${string}:${string}`
  /** Address of the token's contract; absent: the native coin. */
  token?: string
  /** As it was asked for, in whole units. */
  amount: string
  /** As its network usually writes it. */
  recipient: string
  status: 'confirmed'
}

/** A request that was read and is sound. */
export type PayOrderOf<Network> = {
  network: Network
  /** As its network usually writes it; undefined: the native coin. */
  token: string | undefined
  amount: string
  recipient: string
}

/**
 * How far a payment is: the visitor connects, the wallet switches its network, balances are read, the visitor looks at it,
 * the wallet is asked to swap, then to send, and the network confirms. `paid` and `ended` are final.
 */
export type PayStep =
  | 'connecting'
  | 'switching'
  | 'reading'
  | 'choosing'
  | 'swapping'
  | 'sending'
  | 'confirming'
  | 'paid'
  | 'ended'

/** A payment under way, as its view shows it. */
export type PaymentOf<Network, Token, Quote> = {
  order: PayOrderOf<Network>
  step: PayStep
  /** What is paid, once somebody has told what it is called and how it is divided. */
  wanted: Token | undefined
  /** Base units of it. */
  units: bigint
  /** What it can be paid with: the token itself alone, else what can be swapped for it, the most valuable first. */
  offers: readonly Token[]
  /** The one that it is paid with. */
  chosen: Token | undefined
  /** What has to be swapped first; undefined: nothing, or it is being read. */
  quote: Quote | undefined
  /** Of the transaction that pays. */
  hash: string | undefined
  /** Why it does not go on, or why it has ended. */
  error: unknown
  /** Another one for each time that balances and prices are read: what an earlier one finds changes nothing. */
  round: number
}
