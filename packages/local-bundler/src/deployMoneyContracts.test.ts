import { type Anvil, startAnvil } from '@latchkey/testing/node'
import { createPublicClient, erc20Abi, http, parseAbi } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deployMoneyContracts, mintMoney } from './deployMoneyContracts.ts'
import { moneyContracts } from './moneyContracts.ts'

let chain: Anvil
beforeAll(async () => {
  chain = await startAnvil({ prepare: deployMoneyContracts })
})
afterAll(() => chain.stop())

const account = '0x00000000000000000000000000000000000000a1'
const slot0 = parseAbi([
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
])

test('viem reads the tokens and the pools in one call of Multicall3', async () => {
  const client = createPublicClient({
    chain: { ...foundry, contracts: { multicall3: { address: moneyContracts.multicall } } },
    transport: http(chain.url),
  })
  await mintMoney(chain.call, moneyContracts.oldDollar, account, 7n)
  const token = { abi: erc20Abi, address: moneyContracts.oldDollar } as const
  expect(
    await client.multicall({
      allowFailure: false,
      contracts: [
        { ...token, functionName: 'symbol' },
        { ...token, functionName: 'decimals' },
        { ...token, functionName: 'balanceOf', args: [account] },
        { abi: slot0, address: moneyContracts.etherPool, functionName: 'slot0' },
      ],
    }),
  ).toEqual(['LKO', 6, 7n, [20_000n * 2n ** 96n, 0, 0, 1, 1, 0, true]])
})

test('a chain that has them is left as it is', async () => {
  const block = await chain.call('eth_blockNumber')
  await deployMoneyContracts(chain.call)
  expect(await chain.call('eth_blockNumber')).toBe(block)
})
