import { evmAddress, hash32 } from '@latchkey/protocol'
import * as z from 'zod/mini'
import type { PendingNotice } from '../../../approvals/ApprovalView.ts'

const wei = z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,77})$/))

const bytes = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/), z.maxLength(8_194))

/** How a transaction came to be: as the site asked, or in the place of an earlier one. */
const sentAs = z.enum(['asked', 'speedUp', 'cancel'])

/** A transaction that was sent and is not known to be confirmed. Amounts are wei as decimal text. */
export const pendingTransaction = z.strictObject({
  hash: hash32,
  nonce: z.int().check(z.gte(0)),
  /** ms since the epoch */
  sentAt: z.number().check(z.gte(0)),
  /** The site that asked for it. */
  origin: z.string().check(z.maxLength(255)),
  sentAs,
  to: z.nullable(evmAddress),
  value: wei,
  /** null: too long to be kept; such a one can be cancelled, but not sped up. */
  data: z.nullable(bytes),
  maxFeePerGas: wei,
  maxPriorityFeePerGas: wei,
})

export type PendingTransaction = z.output<typeof pendingTransaction>

export type SentAs = z.output<typeof sentAs>

/** Which transaction took the place of which. */
export const replacement = z.strictObject({ hash: hash32, by: hash32, sentAs })

export type Replacement = z.output<typeof replacement>

/** What a person is told of transactions that wait; undefined when none does. */
export function pendingNotice(waiting: readonly PendingTransaction[]): PendingNotice | undefined {
  const [first] = waiting
  if (!first) return undefined
  const nonce = { kind: 'text', text: String(first.nonce) } as const
  const sent = { kind: 'date', seconds: BigInt(Math.floor(first.sentAt / 1_000)) } as const
  return { count: waiting.length, first: { key: 'pending.first', values: { nonce, sent } } }
}
