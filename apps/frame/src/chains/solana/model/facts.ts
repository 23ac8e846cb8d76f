import type { AccountState, DecodedTransaction, TokenState } from '@latchkey/chain-solana/decode/model'

/** How a transaction would go: what fails in the network's own form, and the accounts as they would be. */
export type Simulation = { error: unknown; after: ReadonlyMap<string, AccountState | null> }

export type MintState = { decimals: number; extensions: readonly number[] }

/** What the network says of one transaction. */
export type TransactionFacts = {
  decoded: DecodedTransaction
  /** Lamports, as it is shown: no less than the transaction itself says. */
  fee: bigint
  /** Lamports that the same node's simulation has taken off for it. */
  feeTaken: bigint
  simulation: Simulation | undefined
}

/** What the network says of a request. */
export type Facts = {
  transactions: readonly TransactionFacts[]
  /** Every account that the transactions name, as it is now. */
  before: ReadonlyMap<string, AccountState | null>
  tokens: ReadonlyMap<string, TokenState>
  /** Token accounts that tokens are sent to, whose address itself says whose they are. */
  proven: ReadonlySet<string>
  mints: ReadonlyMap<string, MintState>
}
