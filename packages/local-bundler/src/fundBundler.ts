import type { JsonRpc } from '@latchkey/testing/node'
import { parseEther, toHex } from 'viem'
import { bundlerExecutor, bundlerUtility } from './localKeys.ts'

/** Gives the accounts of the bundler what they spend, on a local chain (anvil). */
export async function fundBundler(call: JsonRpc): Promise<void> {
  for (const { address } of [bundlerExecutor, bundlerUtility])
    await call('anvil_setBalance', [address, toHex(parseEther('1000'))])
}
