import { devAccounts } from '@latchkey/testing'
import { type JsonRpc, sendTransaction } from '@latchkey/testing/node'
import { toHex } from 'viem'

/**
 * What every transaction may use of gas. A node's own estimate is exact for the second in which it is made:
 * a pool of Uniswap writes its price once a second, and runs out of gas where the block comes in the next one.
 */
const GAS = 15_000_000

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
  const { to, data, value = 0n, from = devAccounts[0].address } = transaction
  const sent = { from, to, data, value: toHex(value), gas: toHex(GAS) }
  if (!transaction.from) return sendTransaction(call, sent)
  await call('anvil_impersonateAccount', [from])
  // What it sends, and the fee.
  await call('anvil_setBalance', [from, toHex(value + 10n ** 18n)])
  await sendTransaction(call, sent).finally(() => call('anvil_stopImpersonatingAccount', [from]))
}
