import { testContracts } from '@latchkey/testing'
import { encodeFunctionData, type Hex } from 'viem'

/** The chain's test token; it has six decimals, and gives to anyone who asks. */
export const { token } = testContracts
const units = 10n ** 6n

const data = (functionName: 'mint' | 'transfer' | 'approve', to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: token.abi, functionName, args: [to, amount * units] })

/** Calls of the test token, in whole tokens. */
export const tokenCalls = {
  mint: (to: Hex, amount: bigint) => ({ to: token.address, data: data('mint', to, amount) }),
  transfer: (to: Hex, amount: bigint) => ({ to: token.address, data: data('transfer', to, amount) }),
  approve: (to: Hex, amount: bigint) => ({ to: token.address, data: data('approve', to, amount) }),
}
