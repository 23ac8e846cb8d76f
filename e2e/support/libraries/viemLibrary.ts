import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  custom,
  type Hex,
} from 'viem'
import { localhost } from 'viem/chains'
import { amount, codeOf, failureOf, type MakeLibrary, order, tooMuch } from './Library.ts'

const chain = { ...localhost, id: 31_337 }

/** viem 2. */
export const viemLibrary: MakeLibrary = (provider, abi) => {
  const transport = custom(provider)
  const reader = createPublicClient({ chain, transport, pollingInterval: 200 })
  const wallet = createWalletClient({ chain, transport })
  const revertOf = async (work: Promise<unknown>) => {
    const error = await failureOf(work)
    const found =
      error instanceof BaseError ? error.walk((one) => one instanceof ContractFunctionRevertedError) : null
    if (found instanceof ContractFunctionRevertedError) return found
    throw error
  }
  const run = (
    address: string,
    functionName: string,
    by: 'call' | 'estimate',
    more: { args?: unknown[]; account?: Hex },
  ) => {
    const call = { address: address as Hex, abi, functionName, ...more }
    return by === 'call' ? reader.simulateContract(call) : reader.estimateContractGas(call)
  }
  return {
    chainId: async () => String(await reader.getChainId()),
    balance: async (address) => String(await reader.getBalance({ address: address as Hex })),
    tokenName: async (token) =>
      String(await reader.readContract({ address: token as Hex, abi, functionName: 'name' })),
    async burst(address, count) {
      const settled = await Promise.allSettled(
        Array.from({ length: count }, (_, index) =>
          reader.getStorageAt({ address: address as Hex, slot: `0x${index.toString(16)}` }),
        ),
      )
      return settled.filter(({ status }) => status === 'fulfilled').length
    },
    async customError(token, from, by) {
      const { data } = await revertOf(
        run(token, 'transfer', by, { args: [token, tooMuch], account: from as Hex }),
      )
      return { name: data?.errorName ?? '', args: data?.args?.map(String) ?? [] }
    },
    reason: async (address, by) => (await revertOf(run(address, 'name', by, {}))).reason ?? '',
    sign: (message, from) => wallet.signMessage({ account: from as Hex, message }),
    signTyped: (from) =>
      wallet.signTypedData({
        account: from as Hex,
        domain: order.domain,
        types: order.types,
        primaryType: 'Order',
        message: { buyer: from as Hex, price: 42n },
      }),
    send: (from, to) => wallet.sendTransaction({ account: from as Hex, to: to as Hex, value: amount }),
    unknownMethod: () => codeOf(provider.request({ method: 'foo_bar' })),
    nextHead: () =>
      new Promise((resolve) => {
        const stop = reader.watchBlockNumber({
          onBlockNumber: (number) => {
            stop()
            resolve(String(number))
          },
        })
      }),
  }
}
