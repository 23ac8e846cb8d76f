import { localSafeAccount } from '@latchkey/local-bundler'
import { createPublicClient, type Hex, http } from 'viem'
import { createBundlerClient, formatUserOperationRequest, type UserOperation } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import type { Stack } from '../stack/startStack.ts'

const ETHER = 10n ** 18n

export type OperationFloor = {
  /** ms from an operation that is ready to be signed to the bundler's answer; resolves once the network has run it. */
  time(calls: readonly { to: Hex; data: Hex }[]): Promise<number>
}

/** The library alone: the same kind of account on the same chain, its key at hand, straight to the bundler. */
export async function startOperationFloor({ chain, bundler }: Stack): Promise<OperationFloor> {
  const client = createPublicClient({ chain: anvil, transport: http(chain.url), pollingInterval: 50 })
  const account = await localSafeAccount(client, privateKeyToAccount(generatePrivateKey()))
  await chain.setBalance(account.address, ETHER)
  const bundlers = createBundlerClient({
    account,
    client,
    transport: http(bundler.url),
    pollingInterval: 50,
    userOperation: {
      async estimateFeesPerGas() {
        const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
        return { maxFeePerGas: maxFeePerGas * 2n, maxPriorityFeePerGas }
      },
    },
  })
  return {
    async time(calls) {
      const prepared = (await bundlers.prepareUserOperation({ calls })) as UserOperation<'0.7'>
      const began = performance.now()
      const signature = await account.signUserOperation(prepared)
      const hash = await bundlers.request({
        method: 'eth_sendUserOperation',
        params: [formatUserOperationRequest({ ...prepared, signature }), account.entryPoint.address],
      })
      const took = performance.now() - began
      const { success } = await bundlers.waitForUserOperationReceipt({ hash })
      if (!success) throw new Error('The floor’s operation failed.')
      return took
    },
  }
}
