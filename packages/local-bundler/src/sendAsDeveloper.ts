import { devAccounts } from '@latchkey/testing'
import { type JsonRpc, poll } from '@latchkey/testing/node'
import { toHex } from 'viem'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * Sends a transaction that anvil signs, and waits until it is in a block.
 *
 * @param transaction `value` in wei; `from` may be any address, by default the first development account
 * @throws Error when it is refused or reverts
 */
export async function sendAsDeveloper(
  call: JsonRpc,
  transaction: { to: string; data: string; value?: bigint; from?: string },
): Promise<void> {
  const { to, data, value = 0n, from } = transaction
  if (from) {
    await call('anvil_impersonateAccount', [from])
    // What it sends, and the fee.
    await call('anvil_setBalance', [from, toHex(value + 10n ** 18n)])
  }
  const hash = await call('eth_sendTransaction', [
    { from: from ?? devAccounts[0].address, to, data, value: toHex(value) },
  ])
  const receipt = await poll(
    async (signal) => {
      const found = await call('eth_getTransactionReceipt', [hash], signal)
      if (!isRecord(found)) throw new Error('not in a block yet')
      return found
    },
    { name: `Transaction ${String(hash)}`, interval: 5, timeout: 30_000 },
  )
  if (from) await call('anvil_stopImpersonatingAccount', [from])
  if (receipt.status !== '0x1') throw new Error(`Transaction ${String(hash)} reverted.`)
}
