import { devAccounts } from '@latchkey/testing'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import { createPublicClient, createWalletClient, http, parseAbi, serializeTransaction, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpStackFees, takeOpStackFees, tellOpStackFees } from './opStackFees.ts'

const account = privateKeyToAccount(devAccounts[1].privateKey)
const fees: OpStackFees = {
  l1BaseFee: 20_000_000_000n,
  blobBaseFee: 3_000_000_000n,
  baseFeeScalar: 5_227,
  blobBaseFeeScalar: 1_014_213,
  operatorFeeScalar: 2_000_000,
  operatorFeeConstant: 12_345n,
}
const abi = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
])
const oracle = { address: '0x420000000000000000000000000000000000000F', abi } as const

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ args: ['--network', 'optimism'], contracts: false })
})
afterAll(() => anvil.stop())

test.each([0, 300])(
  'the network takes what its oracle says, with %i bytes that cannot be compressed',
  async (size) => {
    await takeOpStackFees(anvil.call, fees)
    await tellOpStackFees(anvil.call, fees)
    const transport = http(anvil.url)
    const reader = createPublicClient({ chain: foundry, transport, pollingInterval: 20 })
    const writer = createWalletClient({ chain: foundry, transport, account })
    const data = toHex(crypto.getRandomValues(new Uint8Array(size)))
    const request = await writer.prepareTransactionRequest({
      to: devAccounts[2].address,
      data,
      type: 'eip1559',
    })
    const unsigned = serializeTransaction({ ...request, chainId: foundry.id, type: 'eip1559' })
    const storing = await reader.readContract({ ...oracle, functionName: 'getL1Fee', args: [unsigned] })
    const before = await reader.getBalance({ address: account.address })
    const hash = await writer.sendRawTransaction({
      serializedTransaction: await account.signTransaction(request),
    })
    const { gasUsed, effectiveGasPrice } = await reader.waitForTransactionReceipt({ hash })
    const after = await reader.getBalance({ address: account.address })
    const operator = await reader.readContract({ ...oracle, functionName: 'getOperatorFee', args: [gasUsed] })
    const taken = before - after - gasUsed * effectiveGasPrice - operator
    expect(taken).toBeGreaterThan(0n)
    // The oracle counts 68 bytes for the signature; compressing costs a byte in 32 where there is nothing to compress.
    expect(taken * 100n).toBeLessThan(storing * 104n)
    expect(taken * 100n).toBeGreaterThan(storing * 90n)
  },
)
