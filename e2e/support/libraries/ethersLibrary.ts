import { BrowserProvider, Contract, isError } from 'ethers'
import { amount, codeOf, failureOf, type MakeLibrary, order, tooMuch } from './Library.ts'

/** ethers 6. */
export const ethersLibrary: MakeLibrary = (provider, abi) => {
  const browser = new BrowserProvider(provider)
  const contract = (address: string) => new Contract(address, JSON.stringify(abi), browser)
  const run = (address: string, name: string, by: 'call' | 'estimate', args: unknown[]) => {
    const method = contract(address).getFunction(name)
    return by === 'call' ? method.staticCall(...args) : method.estimateGas(...args)
  }
  const revertOf = async (work: Promise<unknown>) => {
    const error = await failureOf(work)
    if (isError(error, 'CALL_EXCEPTION')) return error
    throw error
  }
  return {
    chainId: async () => String((await browser.getNetwork()).chainId),
    balance: async (address) => String(await browser.getBalance(address)),
    tokenName: (token) => contract(token).getFunction('name').staticCall(),
    async burst(address, count) {
      const settled = await Promise.allSettled(
        Array.from({ length: count }, (_, index) =>
          browser.send('eth_getStorageAt', [address, `0x${index.toString(16)}`, 'latest']),
        ),
      )
      return settled.filter(({ status }) => status === 'fulfilled').length
    },
    async customError(token, from, by) {
      // Only calls are decoded by the contract; estimates leave it to whoever asked.
      const { data } = await revertOf(run(token, 'transfer', by, [token, tooMuch, { from }]))
      const error = contract(token).interface.parseError(data ?? '0x')
      return { name: error?.name ?? '', args: error?.args.map(String) ?? [] }
    },
    reason: async (address, by) => (await revertOf(run(address, 'name', by, []))).reason ?? '',
    sign: async (message, from) => (await browser.getSigner(from)).signMessage(message),
    signTyped: async (from) =>
      (await browser.getSigner(from)).signTypedData(order.domain, order.types, order.message(from)),
    async send(from, to) {
      const signer = await browser.getSigner(from)
      return signer.sendUncheckedTransaction({ to, value: amount })
    },
    unknownMethod: () => codeOf(browser.send('foo_bar', [])),
    nextHead: () =>
      new Promise((resolve) => void browser.once('block', (number: number) => resolve(String(number)))),
  }
}
