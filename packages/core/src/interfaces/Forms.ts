/** What is being written into the form for sending. */
export type TransferForm = {
  /** CAIP-10 of the token, or `native`; undefined: none is chosen. */
  tokenId: string | undefined
  /** As it was typed, with a point. */
  amount: string
  /** What `amount` counts: the token, or US dollars. */
  unit: 'token' | 'fiat'
  /** As it was typed: an address or a name. */
  recipient: string
  /** The wallet has been asked. */
  isSending: boolean
  /** Why the last try did not work. */
  error: unknown
}

/** A transfer that the wallet has sent. */
export type SentTransfer = {
  hash: string
  /** Whose it is, and on which network: CAIP-10. */
  caipAddress: string
  to: string
  /** Decimal string in whole units. */
  amount: string
  symbol: string
  /** Symbol of the token that it is swapped for; absent: it is sent. */
  swapTo?: string
  /** `hash` names a batch of calls: no explorer knows it. */
  isBatch?: boolean
  /** `late`: no block has taken it in three minutes. */
  status: 'pending' | 'reverted' | 'late'
}

/** What is being written into the form for a name. It outlives the view: an approval takes the place of that. */
export type NameForm = {
  /** As it was typed, in small letters. */
  label: string
  /** The wallet has been asked. */
  isRegistering: boolean
  /** Why the last try did not work. */
  error: unknown
}
