import type { AdapterContext, Network, TransactionOutcome } from '@latchkey/core'
import { pause } from '@latchkey/std/pause'
import type { Signature } from '@solana/web3.js'
import { WaitAbortedError, WaitTimeoutError } from './errors.ts'
import { solanaRpc } from './solanaRpc.ts'

/** A transaction that no block took for this long has been dropped: a blockhash lives about a minute, ms. */
const LIMIT = 120_000
/** Between two looks, ms. */
const POLLING = 1_000

/**
 * Waits until the network has confirmed a transaction.
 *
 * @throws WaitTimeoutError after two minutes, WaitAbortedError on abort
 */
export async function waitForTransaction(
  context: AdapterContext,
  parameters: { network: Network; hash: string; signal?: AbortSignal | undefined; limit?: number },
): Promise<TransactionOutcome> {
  const { network, hash, signal = new AbortController().signal, limit = LIMIT } = parameters
  const until = Date.now() + limit
  const rpc = solanaRpc(context, network, signal)
  for (;;) {
    if (signal.aborted) throw new WaitAbortedError()
    // A look that fails is made again: the transaction does not depend on it.
    const answer = await rpc
      .getSignatureStatuses([hash as Signature], { searchTransactionHistory: true })
      .send()
      .catch(() => undefined)
    const status = answer?.value[0]
    if (status && status.confirmationStatus !== 'processed')
      return { status: status.err === null ? 'success' : 'reverted', blockNumber: BigInt(status.slot) }
    if (Date.now() >= until) throw new WaitTimeoutError()
    await pause(POLLING, signal)
  }
}
