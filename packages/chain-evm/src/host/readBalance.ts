import type { AdapterContext, Network } from '@latchkey/core'
import { defineError } from '@latchkey/errors'
import { formatUnits } from 'viem'
import { getBalance } from 'viem/actions'
import { serviceClient } from './serviceClient.ts'

// One chunk: both load the same code, and each chunk costs the page's entry its list of files.
export { isChecksumAddress } from './isChecksumAddress.ts'

const BalanceReadError = /* @__PURE__ */ defineError({
  name: 'BalanceReadError',
  code: 7002,
  message: 'The balance could not be read.',
})

/** Native balance as a decimal string in whole units. */
export async function readBalance(
  context: AdapterContext,
  parameters: { network: Network; address: string; signal?: AbortSignal | undefined },
): Promise<string> {
  const { network, address, signal } = parameters
  try {
    const wei = await getBalance(serviceClient(context, network, signal), {
      address: address as `0x${string}`,
    })
    return formatUnits(wei, network.nativeCurrency.decimals)
  } catch (cause) {
    throw new BalanceReadError({ cause })
  }
}
