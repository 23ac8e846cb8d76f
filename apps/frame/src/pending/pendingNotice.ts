import type { PendingNotice } from '../approvals/Edit.ts'
import type { PendingTransaction } from './PendingTransaction.ts'

/** What a person is told of transactions that wait; undefined when none does. */
export function pendingNotice(waiting: readonly PendingTransaction[]): PendingNotice | undefined {
  const [first] = waiting
  if (!first) return undefined
  const nonce = { kind: 'text', text: String(first.nonce) } as const
  const sent = { kind: 'date', seconds: BigInt(Math.floor(first.sentAt / 1_000)) } as const
  return { count: waiting.length, first: { key: 'pending.first', values: { nonce, sent } } }
}
