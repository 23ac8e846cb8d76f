import { OperationFailedError, UncertainOperationError } from '@latchkey/protocol/frame'
import { startDeadline } from '@latchkey/std/deadline'
import { pause } from '@latchkey/std/pause'
import type { ChainContext } from '../../../context/ChainContext.ts'
import { type CallReceipt, readClaimed, readOperation } from './readOperation.ts'
import type { SentOperation } from './ShownOperation.ts'

/** Every so many looks the network itself is searched: the bundler may be gone. */
const thorough = 4
/** ms */
const slowest = 2_000

export type WaitOptions = {
  /** ms; how long to wait for the network. Default 90 000. */
  timeout?: number
  /** ms between the first two looks; the next ones come a little later each, up to two seconds. Default 250. */
  interval?: number
  signal?: AbortSignal
}

/**
 * Waits until the network has run an operation.
 *
 * @returns the receipt of its transaction, with the operation's own logs
 * @throws OperationFailedError when it ran and failed; UncertainOperationError when it was not seen in time. Both carry
 *   `data.userOpHash`
 */
export async function waitForOperation(
  frame: ChainContext,
  sent: SentOperation,
  entryPoint: string,
  { timeout = 90_000, interval = 250, signal }: WaitOptions = {},
): Promise<CallReceipt> {
  const { userOpHash } = sent
  const limit = startDeadline(timeout, signal)
  for (let looks = 1; !limit.signal.aborted; looks++) {
    const read = looks % thorough === 0 ? readOperation : readClaimed
    const seen = await read(frame, sent, entryPoint, limit.signal).catch(() => undefined)
    if (seen?.state === 'included') {
      limit.clear()
      if (seen.success) return seen.receipt
      const transactionHash = seen.receipt.transactionHash
      throw new OperationFailedError({ data: { userOpHash, transactionHash } })
    }
    await pause(Math.min(interval * 1.4 ** (looks - 1), slowest), limit.signal)
  }
  throw new UncertainOperationError({ data: { userOpHash } })
}
