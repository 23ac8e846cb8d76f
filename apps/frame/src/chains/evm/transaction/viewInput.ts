import type { ShownTransaction, TransactionRequest } from '@latchkey/chain-evm/decode/types'
import type { ChainInfo } from '@latchkey/protocol'
import type { Detour } from '../../../approvals/ApprovalView.ts'
import type { KnownToken } from '../parties/knownParties.ts'
import type { FeeWish } from './completeTransaction.ts'
import type { TransactionFacts } from './transactionFacts.ts'

/** What the network says of calls, whatever carries them. */
export type CallFacts = Pick<
  TransactionFacts,
  'decoded' | 'balance' | 'simulation' | 'simulatedAt' | 'tokens' | 'contracts'
> &
  Partial<Pick<TransactionFacts, 'gas' | 'recipientUnused'>>

/** Calls of an account, as the part of a screen is made from them that does not depend on what carries them. */
export type ShownCalls = {
  chain: ChainInfo
  /** The account that acts. */
  from: `0x${string}`
  /** wei that goes along with all of them */
  value: bigint
  facts: CallFacts
  /** Whom this account sent to. */
  known: Iterable<string>
  /** Tokens that it used. */
  knownTokens?: readonly KnownToken[]
  /** The person's own doing with a transaction that waits, not a site's. */
  own?: Detour | undefined
}

/** One transaction, as its screen is made from it. */
export type TransactionViewInput = Pick<ShownCalls, 'chain' | 'known' | 'knownTokens' | 'own'> & {
  wanted: TransactionRequest
  transaction: ShownTransaction
  facts: TransactionFacts
  /** What the site asked for, where the person changed something since. */
  asked?: TransactionRequest
  wish?: FeeWish
}

/** What a transaction does, without what carries it. */
export const callsOf = ({ transaction, ...input }: TransactionViewInput): ShownCalls => ({
  ...input,
  from: transaction.from,
  value: transaction.value,
})
