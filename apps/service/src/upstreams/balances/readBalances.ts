import { encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import type { Token } from '../../config/tokens/tokenSchema.ts'
import type { ChainReader } from '../reads/createChainReader.ts'

/** Amounts in base units by a token's address in lower case; the native currency stands under the zero address. */
export type Amounts = ReadonlyMap<string, bigint>

/** Where balances come from. */
export type BalanceSource = {
  /**
   * @param tokens those that are looked at, besides the native currency
   * @returns what the account has of each; a token that gives no number is left out
   * @throws ChainReadError when the network does not answer
   */
  read(account: `0x${string}`, tokens: readonly Pick<Token, 'address'>[]): Promise<Amounts>
}

/** One word, and nothing after it. */
const amountOf = (answer: Hex | null | undefined): bigint | null =>
  answer && /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : null

/** Balances as the network itself tells them. */
export function createChainBalances(reader: ChainReader): BalanceSource {
  return {
    read: (account, tokens) =>
      reader.read(async (network) => {
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
        const [native, answers] = await Promise.all([
          network.nativeBalance(account),
          network.call(tokens.map(({ address: to }) => ({ to, data }))),
        ])
        const amounts = new Map([[zeroAddress as string, native]])
        tokens.forEach(({ address }, index) => {
          const amount = amountOf(answers[index])
          if (amount !== null) amounts.set(address.toLowerCase(), amount)
        })
        return amounts
      }),
  }
}
