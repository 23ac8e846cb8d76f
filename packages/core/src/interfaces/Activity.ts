/** One movement of a transaction, seen from the account. `numeric` is a decimal string. */
export type TransactionTransfer = {
  fungible_info?: { name: string; symbol: string; icon?: { url: string } }
  nft_info?: {
    name: string
    content?: { preview?: { url: string }; detail?: { url: string } }
    flags: { is_spam: boolean }
  }
  direction: 'in' | 'out' | 'self'
  quantity: { numeric: string }
  /** US dollars, of all of it, today */
  value?: number
  /** US dollars a whole unit, today */
  price?: number
}

/** A transaction with what it moved (spec 3). */
export type Transaction = {
  /** Stable. */
  id: string
  metadata: {
    operationType: 'send' | 'receive' | 'trade' | 'approve' | 'deploy' | 'execute'
    hash: string
    chain: string
    /** ISO 8601, UTC; of one that waits, when it was asked for. undefined: the network does not tell. */
    minedAt: string | undefined
    sentFrom: string
    sentTo: string
    status: 'confirmed' | 'failed' | 'pending'
    nonce: number
  }
  transfers: readonly TransactionTransfer[]
  /** Asks this wallet to replace it by one that pays more, while it waits; left out where the account alone has not paid for it. */
  speedUp?: { method: string; params: Record<string, unknown> }
}

/** The transactions of an account on one network, as far as they have been read. */
export type Activity = {
  /** Newest first; undefined: nobody has told yet. */
  transactions: readonly Transaction[] | undefined
  /** Where the next page begins; null: there is none. */
  next: string | null
  /** Transactions that were left out: they moved nothing but spam. */
  hidden: number
  status: 'idle' | 'loading' | 'loadingMore' | 'failed'
}

/** Transactions of an account, and where the next ones begin; null: there are none. */
export type TransactionPage = { transactions: readonly Transaction[]; next: string | null }

/** What a namespace has of its own where its accounts are shown. */
export type ShownAccounts<Network> = {
  /** What an account has sent and was sent, newest first, for a namespace whose accounts the service does not follow. */
  getTransactions?(params: {
    network: Network
    address: string
    cursor: string | null
    signal?: AbortSignal
  }): Promise<TransactionPage>
  /** Whether an address is one of a network, for a namespace whose networks have addresses of their own. */
  isAddressOn?(network: Network, address: string): boolean
  /** What the QR code of an address says; default: the address. */
  receiveLink?(address: string): string
  /** Places after the point with which balances are shown; default 3 (spec 9). */
  balanceDigits?: number
}
