import { deployMoneyContracts } from '@latchkey/local-bundler'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import { createPublicClient, erc20Abi, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFaucet } from './faucet.ts'
import { localMoney } from './serviceEnv.mjs'

let chain: Anvil
beforeAll(async () => {
  chain = await startAnvil({ prepare: deployMoneyContracts })
})
afterAll(() => chain.stop())

test('an account gets an ether and a hundred of each dollar, each time', async () => {
  const account = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
  const client = createPublicClient({ transport: http(chain.url) })
  const give = createFaucet(chain.url)
  const before = await client.getBalance({ address: account })
  await give({ address: account })
  await give({ address: account })
  expect((await client.getBalance({ address: account })) - before).toBe(2n * 10n ** 18n)
  for (const address of [localMoney.dollar, localMoney.oldDollar])
    expect(
      await client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
    ).toBe(200_000_000n)
})

test.each([undefined, {}, { address: '0x1' }, { address: 7 }])('%j is refused', async (body) => {
  await expect(createFaucet(chain.url)(body)).rejects.toThrow('Send')
})
