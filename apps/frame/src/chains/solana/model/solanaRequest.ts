import type { SolanaTransaction } from '@latchkey/std/solana/transaction'

/** How a site wants a transaction sent (R5-22). */
export type SendOptions = {
  skipPreflight?: boolean
  preflightCommitment?: string
  maxRetries?: number
  minContextSlot?: number
}

/** What a request asks to be done with transactions. */
export type TransactionRequest = {
  way: 'sign' | 'signAll' | 'send'
  account: string
  transactions: readonly SolanaTransaction[]
  options: SendOptions
  /** As the site wrote it. */
  raw: string
}

/** What is signed: exactly these bytes, in base64url, by that account. */
export type SignablePayload = {
  way: TransactionRequest['way']
  account: string
  /** The messages of the transactions. */
  messages: readonly string[]
  /** Signatures that others have given already, base64url; empty: not yet. */
  signatures: readonly (readonly string[])[]
  options: SendOptions
}
