import type { ShownTransaction } from '@latchkey/chain-evm/decode/model'
import { friend } from '../workbench/sampleRequests.ts'
import { testAddress } from './fakeFrame.ts'

/** A complete transaction of one wei, with what a test changes of it. */
export const oneWei = (change: Partial<ShownTransaction> = {}): ShownTransaction => ({
  from: testAddress,
  chainId: 31_337,
  nonce: 0,
  to: friend as `0x${string}`,
  value: 1n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
  accessList: [],
  ...change,
})
