import { deployMoneyContracts, moneyContracts } from '@latchkey/local-bundler'
import { type Anvil, jsonRpc, startAnvil, startBitcoin, startSolana } from '@latchkey/testing/node'
import { createPublicClient, erc20Abi, erc721Abi, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFaucet } from './faucet.ts'
import { localMoney } from './serviceEnv.mjs'

let chain: Anvil
beforeAll(async () => {
  chain = await startAnvil({ prepare: deployMoneyContracts })
})
afterAll(() => chain.stop())

test('an account gets an ether, a hundred of each dollar and a tile, each time', async () => {
  const account = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
  const client = createPublicClient({ transport: http(chain.url) })
  const give = createFaucet({ chainUrl: chain.url })
  const before = await client.getBalance({ address: account })
  await give({ address: account })
  await give({ address: account })
  expect((await client.getBalance({ address: account })) - before).toBe(2n * 10n ** 18n)
  for (const address of [localMoney.dollar, localMoney.oldDollar])
    expect(
      await client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
    ).toBe(200_000_000n)
  const tiles = { address: moneyContracts.collectible, abi: erc721Abi, args: [account] } as const
  expect(await client.readContract({ ...tiles, functionName: 'balanceOf' })).toBe(2n)
})

test('an account of Solana gets two SOL and a hundred coins', async () => {
  const solana = await startSolana({ slotTime: 0 })
  const account = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  try {
    const { balance } = await createFaucet({ chainUrl: chain.url, solanaUrl: solana.url })({
      address: account,
    })
    expect(balance).toBe('2000000000')
    const filter = { mint: solana.faucet.mint.address }
    const call = jsonRpc(solana.url)
    const held = await call('getTokenAccountsByOwner', [account, filter, { encoding: 'jsonParsed' }])
    expect(JSON.stringify(held)).toContain('"amount":"100000000"')
  } finally {
    await solana.stop()
  }
})

test('an account of Bitcoin gets a hundredth of a bitcoin, in a block', async () => {
  const bitcoin = await startBitcoin()
  const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  try {
    const faucet = createFaucet({ chainUrl: chain.url, bitcoinUrl: bitcoin.url })
    expect(await faucet({ address })).toEqual({ balance: '1000000' })
    expect(bitcoin.chain.waiting.size).toBe(0)
    await expect(faucet({ address: address.replace('080', '082') })).rejects.toThrow('Invalid address')
  } finally {
    await bitcoin.stop()
  }
})

test.each([undefined, {}, { address: '0x1' }, { address: 7 }])('%j is refused', async (body) => {
  await expect(createFaucet({ chainUrl: chain.url })(body)).rejects.toThrow('Send')
})
