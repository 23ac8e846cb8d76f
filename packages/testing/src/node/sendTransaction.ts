import { isRecord } from '@latchkey/std/isRecord'
import type { JsonRpc } from './jsonRpc.ts'
import { poll } from './poll.ts'

/** As `eth_sendTransaction` takes it; `value` in wei, in hexadecimal. Without `gas` the node estimates it. */
export type SentTransaction = { from: string; to?: string; data?: string; value?: string; gas?: string }

/**
 * Waits until a transaction is in a block: a node that makes a block for each answers with the hash before it has.
 *
 * @returns its receipt, whether it succeeded or not
 * @throws Error when it is in none within 30 s
 */
export function receiptOf(call: JsonRpc, hash: unknown): Promise<Record<string, unknown>> {
  return poll(
    async (signal) => {
      const found = await call('eth_getTransactionReceipt', [hash], signal)
      if (!isRecord(found)) throw new Error('not in a block yet')
      return found
    },
    { name: `Transaction ${String(hash)}`, interval: 5, timeout: 30_000 },
  )
}

/**
 * Sends a transaction of an account whose key the node holds, and waits until it is in a block.
 *
 * @throws Error when it is refused, reverts, or is in no block within 30 s
 * @example
 * await sendTransaction(chain.call, { from: devAccounts[0].address, to, data })
 */
export async function sendTransaction(call: JsonRpc, transaction: SentTransaction): Promise<void> {
  const hash = await call('eth_sendTransaction', [transaction])
  const { status } = await receiptOf(call, hash)
  if (status !== '0x1') throw new Error(`Transaction ${String(hash)} reverted.`)
}
