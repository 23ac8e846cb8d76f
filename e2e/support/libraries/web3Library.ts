import { type Abi, decodeErrorResult, type Hex } from 'viem'
import { type ContractAbi, Web3 } from 'web3'
import { amount, codeOf, type Decoded, failureOf, type MakeLibrary, order, tooMuch } from './Library.ts'

/** What web3 has made of a revert: it decodes those of calls, and of an estimate it hands out the data. */
type Revert = { errorName?: string; errorArgs?: Record<string, unknown>; data?: Hex }

async function revertOf(work: Promise<unknown>, abi: Abi): Promise<Decoded> {
  const { errorName, errorArgs = {}, data } = ((await failureOf(work)) as { cause?: Revert }).cause ?? {}
  if (errorName) {
    // Each argument stands there by its name and by its place.
    const args = Object.entries(errorArgs).filter(([name]) => /^\d+$/.test(name))
    return { name: errorName, args: args.map(([, value]) => String(value)) }
  }
  const error = decodeErrorResult({ abi, data: data ?? '0x' })
  return { name: error.errorName, args: error.args?.map(String) ?? [] }
}

/** web3.js 4. */
export const web3Library: MakeLibrary = (provider, abi) => {
  const web3 = new Web3(provider)
  const contract = (address: string) => new web3.eth.Contract(abi as ContractAbi, address)
  const run = (address: string, name: string, by: 'call' | 'estimate', args: unknown[], from?: string) => {
    const method = contract(address).methods[name]?.(...args)
    const options = from ? { from } : {}
    return Promise.resolve(by === 'call' ? method?.call(options) : method?.estimateGas(options))
  }
  return {
    chainId: async () => String(await web3.eth.getChainId()),
    balance: async (address) => String(await web3.eth.getBalance(address)),
    tokenName: async (token) => String(await contract(token).methods.name?.().call()),
    async burst(address, count) {
      const settled = await Promise.allSettled(
        Array.from({ length: count }, (_, index) => web3.eth.getStorageAt(address, index)),
      )
      return settled.filter(({ status }) => status === 'fulfilled').length
    },
    customError: (token, from, by) => revertOf(run(token, 'transfer', by, [token, tooMuch], from), abi),
    reason: async (address, by) => (await revertOf(run(address, 'name', by, []), abi)).args.join(),
    sign: async (message, from) => String(await web3.eth.personal.sign(message, from, '')),
    signTyped: async (from) =>
      String(
        await web3.eth.signTypedData(from, {
          domain: order.domain,
          types: {
            EIP712Domain: [
              { name: 'name', type: 'string' },
              { name: 'version', type: 'string' },
              { name: 'chainId', type: 'uint256' },
            ],
            ...order.types,
          },
          primaryType: 'Order',
          message: order.message(from),
        }),
      ),
    send: (from, to) =>
      new Promise((resolve, reject) => {
        web3.eth
          .sendTransaction({ from, to, value: String(amount) })
          .on('transactionHash', (hash) => resolve(String(hash)))
          .on('error', reject)
      }),
    unknownMethod: () => codeOf(web3.requestManager.send({ method: 'foo_bar', params: [] } as never)),
    async nextHead() {
      const heads = await web3.eth.subscribe('newBlockHeaders')
      return new Promise((resolve) => {
        heads.once('data', ({ number }) => {
          void heads.unsubscribe()
          resolve(String(number))
        })
      })
    },
  }
}
