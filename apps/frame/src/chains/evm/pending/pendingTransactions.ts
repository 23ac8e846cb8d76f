import type { ShownTransaction } from '@latchkey/chain-evm/decode/model'
import { evmAddress, hash32, quantity } from '@latchkey/protocol'
import { TooManyPendingError } from '@latchkey/protocol/frame'
import * as z from 'zod/mini'
import type { PendingNotice } from '../../../approvals/ApprovalView.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { createRecord, type StoredRecord } from '../../../store/createRecord.ts'
import type { NamedCalls, NamedOutcomes, PendingTransaction } from '../model/transaction.ts'
import { askChain, resultOf } from '../rpc/readChain.ts'

const wei = z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,77})$/))

const bytes = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/), z.maxLength(8_194))

/** How a transaction came to be: as the site asked, or in the place of an earlier one. */
const sentAs = z.enum(['asked', 'speedUp', 'cancel'])

const pendingTransaction = z.strictObject({
  hash: hash32(),
  nonce: z.int().check(z.gte(0)),
  sentAt: z.number().check(z.gte(0)),
  origin: z.string().check(z.maxLength(255)),
  sentAs,
  to: z.nullable(evmAddress()),
  value: wei,
  data: z.nullable(bytes),
  maxFeePerGas: wei,
  maxPriorityFeePerGas: wei,
})

type SentAs = z.output<typeof sentAs>

/** Which transaction took the place of which. */
const replacement = z.strictObject({ hash: hash32(), by: hash32(), sentAs })

type Replacement = z.output<typeof replacement>

/** What a person is told of transactions that wait; undefined when none does. */
export function pendingNotice(waiting: readonly PendingTransaction[]): PendingNotice | undefined {
  const [first] = waiting
  if (!first) return undefined
  const nonce = { kind: 'text', text: String(first.nonce) } as const
  const sent = { kind: 'date', seconds: BigInt(Math.floor(first.sentAt / 1_000)) } as const
  return { count: waiting.length, first: { key: 'pending.first', values: { nonce, sent } } }
}

/** Transactions of one account on one network that may wait at the same time (spec 9). */
const maxPending = 99
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
function dropPending(
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

/** The numbers of so many transactions that are sent one after the other. */
export function nextNonces(
  counted: number,
  waiting: readonly PendingTransaction[],
  count: number,
): readonly number[] {
  const numbers: number[] = []
  for (let next = counted; numbers.length < count; next++) {
    next = nextNonce(next, waiting)
    numbers.push(next)
  }
  return numbers
}

/**
 * Whether another transaction has taken the number of one that is not sent yet: of another tab, or of calls that are still on their
 * way. Sent all the same, it would take that one's place.
 *
 * @param known those that waited when the number was chosen
 */
export const isNonceTaken = (
  frame: ChainContext,
  { chainId, from, nonce }: ShownTransaction,
  known: readonly PendingTransaction[] = [],
): boolean =>
  pendingOf(frame, chainId, from).some(
    (one) => one.nonce === nonce && !known.some(({ hash }) => hash === one.hash),
  )

/** ms after which a transaction that the network does not know counts as lost; before, it may be on its way. */
const lostAfter = 120_000

/** Adds what tells which of the transactions that wait still do. */
export function askPending(calls: NamedCalls, account: string, waiting: readonly PendingTransaction[]): void {
  if (waiting.length === 0) return
  calls.set('confirmed', { method: 'eth_getTransactionCount', params: [account, 'latest'] })
  for (const { hash } of waiting)
    calls.set(`pending:${hash}`, { method: 'eth_getTransactionByHash', params: [hash] })
}

/** How many transactions of the account are confirmed; undefined: not asked, or not known. */
export function readConfirmed(outcomes: NamedOutcomes): number | undefined {
  const count = quantity().safeParse(resultOf(outcomes, 'confirmed'))
  return count.success ? Number(count.data) : undefined
}

/** Forgets what does not wait any more, and gives what does. A call that failed says nothing. */
export function readPending(
  frame: ChainContext,
  chainId: number,
  account: string,
  outcomes: NamedOutcomes,
): readonly PendingTransaction[] {
  const confirmed = readConfirmed(outcomes) ?? 0
  const isLost = ({ hash, sentAt }: PendingTransaction) =>
    resultOf(outcomes, `pending:${hash}`) === null && frame.now() - sentAt > lostAfter
  dropPending(frame, chainId, account, (one) => one.nonce < confirmed || isLost(one))
  return pendingOf(frame, chainId, account)
}

/** Asks the network which of the transactions that were sent still wait. */
export async function refreshPending(
  frame: ChainContext,
  chainId: number,
  account: string,
  signal: AbortSignal,
): Promise<readonly PendingTransaction[]> {
  const waiting = pendingOf(frame, chainId, account)
  if (waiting.length === 0) return waiting
  const calls: NamedCalls = new Map()
  askPending(calls, account, waiting)
  return readPending(frame, chainId, account, await askChain(frame.chain, chainId, calls, signal))
}

/**
 * Refuses what would make more than 99 transactions wait, before anything is shown.
 *
 * @param more how many are to be sent
 * @throws TooManyPendingError; ChainUnreachableError when the network does not tell which of 99 still wait
 */
export async function refuseTooMany(
  frame: ChainContext,
  chainId: number,
  account: string,
  more: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  if (pendingOf(frame, chainId, account).length + more <= maxPending) return
  const waiting = await refreshPending(frame, chainId, account, signal)
  if (waiting.length + more > maxPending) throw new TooManyPendingError()
}
