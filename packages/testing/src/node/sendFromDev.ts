import { devAccounts } from '../devAccounts.ts'
import type { JsonRpc } from './jsonRpc.ts'
import { poll } from './poll.ts'

/**
 * Sends a transaction from anvil's first account, whose key the node holds, and waits until it is in a block.
 *
 * @throws Error when the transaction is refused or reverts
 */
export async function sendFromDev(call: JsonRpc, to: string, data: string): Promise<void> {
  const hash = await call('eth_sendTransaction', [{ from: devAccounts[0].address, to, data }])
  const receipt = await poll(
    async (signal) => {
      const found = await call('eth_getTransactionReceipt', [hash], signal)
      if (typeof found !== 'object' || found === null) throw new Error('not in a block yet')
      return found
    },
    { name: `Transaction ${String(hash)}`, interval: 5, timeout: 30_000 },
  )
  if (!('status' in receipt) || receipt.status !== '0x1')
    throw new Error(`Transaction ${String(hash)} reverted.`)
}
