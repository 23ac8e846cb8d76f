import { devAccounts } from '../injected/devAccounts.ts'
import type { JsonRpc } from './jsonRpc.ts'
import { sendTransaction } from './sendTransaction.ts'

/**
 * Sends a transaction from anvil's first account, whose key the node holds, and waits until it is in a block.
 *
 * @throws Error when the transaction is refused or reverts
 */
export const sendFromDev = (call: JsonRpc, to: string, data: string): Promise<void> =>
  sendTransaction(call, { from: devAccounts[0].address, to, data })
