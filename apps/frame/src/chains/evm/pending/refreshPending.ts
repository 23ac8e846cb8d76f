import { quantity } from '@latchkey/protocol'
import { TooManyPendingError } from '@latchkey/protocol/frame'
import type { ChainContext } from '../../../context/ChainContext.ts'
import { askChain, type NamedCalls, type NamedOutcomes, resultOf } from '../rpc/askChain.ts'
import type { PendingTransaction } from './PendingTransaction.ts'
import { dropPending, maxPending, pendingOf } from './pendingTransactions.ts'

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
  const count = quantity.safeParse(resultOf(outcomes, 'confirmed'))
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
