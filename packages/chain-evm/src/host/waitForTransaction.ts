import type { AdapterContext, Network, TransactionOutcome } from '@latchkey/core'
import { waitForTransactionReceipt } from 'viem/actions'
import { ReceiptTimeoutError, ReceiptWaitAbortedError, toChainError } from './chainErrors.ts'
import { serviceClient } from './serviceClient.ts'

/** A transaction that no block took for this long may have been dropped, ms. */
const LIMIT = 180_000
/** Between two looks, ms (spec 7). */
const POLLING = 4_000

/**
 * Waits until a transaction is in a block.
 *
 * @throws ReceiptTimeoutError after 3 min, ReceiptWaitAbortedError on abort, or what `toChainError` makes
 */
export function waitForTransaction(
  context: AdapterContext,
  parameters: { network: Network; hash: string; signal?: AbortSignal | undefined; limit?: number },
): Promise<TransactionOutcome> {
  const { network, hash, signal, limit = LIMIT } = parameters
  if (signal?.aborted) return Promise.reject(new ReceiptWaitAbortedError())
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const fail = (error: Error) => {
      stop()
      reject(error)
    }
    const onAbort = () => fail(new ReceiptWaitAbortedError())
    const timer = setTimeout(() => fail(new ReceiptTimeoutError()), limit)
    signal?.addEventListener('abort', onAbort)
    waitForTransactionReceipt(serviceClient(context, network, signal), {
      hash: hash as `0x${string}`,
      timeout: limit,
      // Asking more often than there are blocks tells nothing new.
      pollingInterval: Math.min(network.blockTime ?? POLLING, POLLING),
    }).then(
      ({ status, blockNumber }) => {
        stop()
        resolve({ status, blockNumber })
      },
      (error: unknown) => fail(toChainError(error)),
    )
  })
}
