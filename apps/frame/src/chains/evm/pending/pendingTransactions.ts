import type { ShownTransaction } from '@latchkey/chain-evm/decode/types'
import * as z from 'zod/mini'
import type { ChainContext } from '../../../context/ChainContext.ts'
import { createRecord, type StoredRecord } from '../../../store/createRecord.ts'
import {
  type PendingTransaction,
  pendingTransaction,
  type Replacement,
  replacement,
  type SentAs,
} from './PendingTransaction.ts'

/** Transactions of one account on one network that may wait at the same time (spec 9). */
export const maxPending = 99
/** Replacements that are remembered, so that whoever waits for the first hash learns of the last. */
const maxReplacements = 99
/** The longest calldata that is kept, in characters of hex. */
const maxData = 8_194

const book = z.strictObject({
  waiting: z.array(pendingTransaction).check(z.maxLength(maxPending)),
  replaced: z.array(replacement).check(z.maxLength(maxReplacements)),
})
type Book = z.output<typeof book>

const openBook = (frame: ChainContext, chainId: number, account: string): StoredRecord<Book> =>
  createRecord(frame, `pending.${chainId}.${account.toLowerCase()}`, book, { waiting: [], replaced: [] })

/** What waits, by nonce. It says what the wallet sent, not what the network has: see refreshPending. */
export const pendingOf = (
  frame: ChainContext,
  chainId: number,
  account: string,
): readonly PendingTransaction[] =>
  openBook(frame, chainId, account)
    .read()
    .waiting.toSorted((a, b) => a.nonce - b.nonce)

/** Keeps a transaction that was sent, in the place of one with the same nonce. */
export function addPending(
  frame: ChainContext,
  transaction: ShownTransaction,
  hash: string,
  sentAs: SentAs = 'asked',
): void {
  const record = openBook(frame, transaction.chainId, transaction.from)
  const { waiting, replaced } = record.read()
  const added: PendingTransaction = {
    hash,
    nonce: transaction.nonce,
    sentAt: frame.now(),
    origin: frame.origin,
    sentAs,
    to: transaction.to,
    value: String(transaction.value),
    data: transaction.data.length > maxData ? null : transaction.data.toLowerCase(),
    maxFeePerGas: String(transaction.maxFeePerGas),
    maxPriorityFeePerGas: String(transaction.maxPriorityFeePerGas),
  }
  const old = waiting.find(({ nonce }) => nonce === added.nonce)
  const others = waiting.filter(({ nonce }) => nonce !== added.nonce)
  record.write({
    waiting: [...others, added].slice(-maxPending),
    replaced:
      old && old.hash !== hash
        ? [...replaced, { hash: old.hash, by: hash, sentAs }].slice(-maxReplacements)
        : replaced,
  })
}

/** Forgets what the network has confirmed or lost. */
export function dropPending(
  frame: ChainContext,
  chainId: number,
  account: string,
  isGone: (transaction: PendingTransaction) => boolean,
): void {
  const record = openBook(frame, chainId, account)
  const { waiting, replaced } = record.read()
  const left = waiting.filter((transaction) => !isGone(transaction))
  if (left.length < waiting.length) record.write({ waiting: left, replaced })
}

/**
 * The transactions that took the place of one, in their order. At most one of them all is confirmed in the end, and it
 * need not be the last: whoever waits for `hash` asks for the receipt of each.
 *
 * @example
 * replacementsOf(frame, 1, account, '0xaa…') // [{ hash: '0xaa…', by: '0xbb…', sentAs: 'cancel' }]
 */
export function replacementsOf(
  frame: ChainContext,
  chainId: number,
  account: string,
  hash: string,
): readonly Replacement[] {
  const { replaced } = openBook(frame, chainId, account).read()
  const found: Replacement[] = []
  let current = hash.toLowerCase()
  for (const step of replaced) {
    if (step.hash.toLowerCase() !== current) continue
    found.push(step)
    current = step.by.toLowerCase()
  }
  return found
}

/** The number of the next transaction: after those that the network counts, and those that it does not know yet. */
export function nextNonce(counted: number, waiting: readonly PendingTransaction[]): number {
  const taken = new Set(waiting.map(({ nonce }) => nonce))
  let next = counted
  while (taken.has(next)) next++
  return next
}
