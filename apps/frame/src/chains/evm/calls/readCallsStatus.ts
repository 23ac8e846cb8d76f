import type { ChainContext } from '../../../context/ChainContext.ts'
import { loadAccountKind } from '../accounts/loadAccountKind.ts'
import { type CallReceipt, readOperation, readReceipt } from '../operation/readOperation.ts'
import type { SentOperation } from '../operation/ShownOperation.ts'
import { replacementsOf } from '../pending/pendingTransactions.ts'
import { quantityOf } from '../rpc/quantity.ts'
import type { CallsRecord } from './CallsRecord.ts'

/** EIP-5792: under way, done, never got there, failed as a whole, failed in part. */
export type CallsStatusCode = 100 | 200 | 400 | 500 | 600

export type CallsStatus = { status: CallsStatusCode; receipts: readonly CallReceipt[] }

/** ms after which a group that nobody works on is not being sent any more: its page is gone. */
const abandonedAfter = 90_000
/** ms after which an operation that neither the bundler nor the network knows counts as lost. */
const lostAfter = 60_000

const pending: CallsStatus = { status: 100, receipts: [] }
const never: CallsStatus = { status: 400, receipts: [] }

async function statusOfOperation(
  frame: ChainContext,
  { chainId, touchedAt, operation }: CallsRecord,
  signal?: AbortSignal,
): Promise<CallsStatus> {
  if (!operation) return never
  const { entryPoint } = await loadAccountKind()
  const sent: SentOperation = {
    chainId,
    userOpHash: operation.userOpHash as `0x${string}`,
    sinceBlock: BigInt(operation.sinceBlock),
  }
  const seen = await readOperation(frame, sent, entryPoint, signal)
  if (seen.state === 'included') return { status: seen.success ? 200 : 500, receipts: [seen.receipt] }
  const isLost = seen.state === 'unknown' && frame.now() - touchedAt > lostAfter
  return isLost ? never : pending
}

type Sent = CallsRecord['transactions'][number]
type Outcome = CallReceipt | 'pending' | 'gone'

/** What became of a transaction, or of the one that took its place. A cancelled one is gone. */
async function outcomeOf(
  frame: ChainContext,
  record: CallsRecord,
  { hash, nonce }: Sent,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { chainId, account } = record
  const steps = replacementsOf(frame, chainId, account, hash)
  const original = await readReceipt(frame, chainId, hash, signal)
  if (original) return original
  for (const { by, sentAs } of steps) {
    const receipt = await readReceipt(frame, chainId, by, signal)
    if (receipt) return sentAs === 'cancel' ? 'gone' : receipt
  }
  const last = steps.at(-1)?.by ?? hash
  const ask = (method: string, params: unknown[]) => frame.chain.request(chainId, { method, params }, signal)
  const [known, count] = await Promise.all([
    ask('eth_getTransactionByHash', [last]),
    ask('eth_getTransactionCount', [account, 'latest']),
  ])
  if (typeof known === 'object' && known !== null) return 'pending'
  const isUsed = (quantityOf(count) ?? 0n) > BigInt(nonce)
  // Between the count and the receipt a block may have come.
  if (isUsed) return (await readReceipt(frame, chainId, last, signal)) ?? 'gone'
  return frame.now() - record.touchedAt > abandonedAfter ? 'gone' : 'pending'
}

const isReceipt = (outcome: Outcome): outcome is CallReceipt => typeof outcome === 'object'

async function statusOfTransactions(
  frame: ChainContext,
  record: CallsRecord,
  signal?: AbortSignal,
): Promise<CallsStatus> {
  const { transactions, calls, closed, touchedAt } = record
  const outcomes = await Promise.all(transactions.map((sent) => outcomeOf(frame, record, sent, signal)))
  const receipts = outcomes.filter(isReceipt)
  const isSending = !closed && frame.now() - touchedAt <= abandonedAfter
  const successes = receipts.filter(({ status }) => quantityOf(status) === 1n).length
  if (successes === calls.length) return { status: 200, receipts }
  if (outcomes.includes('pending')) return pending
  if (isSending && receipts.length === successes) return pending
  if (receipts.length === 0) return never
  return { status: successes === 0 ? 500 : 600, receipts }
}

/**
 * What became of a group of calls, read from the network.
 *
 * @throws ChainUnreachableError when the network does not tell
 */
export const readCallsStatus = (
  frame: ChainContext,
  record: CallsRecord,
  signal?: AbortSignal,
): Promise<CallsStatus> =>
  record.operation ? statusOfOperation(frame, record, signal) : statusOfTransactions(frame, record, signal)
