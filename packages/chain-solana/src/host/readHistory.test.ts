import type { ChainAdapter, TransactionPage } from '@latchkey/core'
import { type SolanaServer, startSolana } from '@latchkey/testing/node'
import { generateKeyPairSigner } from '@solana/web3.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { solanaLocal } from './networks.ts'
import { solanaAdapter } from './solanaAdapter.ts'

const SOL = 1_000_000_000n
let chain: SolanaServer
let adapter: ChainAdapter
beforeAll(async () => {
  chain = await startSolana({ slotTime: 0 })
  adapter = solanaAdapter({ apiOrigin: chain.url, projectId: 'demo' })
})
afterAll(() => chain?.stop())

const page = async (address: string, cursor: string | null = null): Promise<TransactionPage> =>
  (await adapter.getTransactions?.({ network: solanaLocal, address, cursor })) ?? {
    transactions: [],
    next: null,
  }
const fresh = async () => (await generateKeyPairSigner()).address
const told = ({ transactions }: TransactionPage) =>
  transactions.map(({ metadata, transfers }) => [
    metadata.operationType,
    ...transfers.map(({ direction, quantity, fungible_info: info }) =>
      [direction, quantity.numeric, info?.symbol].join(' '),
    ),
  ])

it('tells SOL and tokens that arrived, those in a token account that was there too, newest first', async () => {
  const ada = await fresh()
  const { mint, address: faucet } = chain.faucet
  const symbol = mint.address.slice(0, 4)
  await chain.faucet.give(ada, 2n * SOL)
  chain.advance(1)
  await chain.faucet.giveToken(mint, ada, 1_500_000n)
  chain.advance(1)
  // The owner is named by no transfer into an account that is there.
  await chain.faucet.giveToken(mint, ada, 250_000n)
  const first = await page(ada)
  expect(told(first)).toEqual([
    ['receive', `in 0.25 ${symbol}`],
    ['receive', `in 1.5 ${symbol}`],
    ['receive', 'in 2 SOL'],
  ])
  expect(first.transactions[2]?.metadata).toMatchObject({
    ...{ sentFrom: faucet, sentTo: ada, status: 'confirmed', chain: solanaLocal.caipNetworkId },
  })
  expect(first.next).toBeNull()
})
it('tells what was sent, without the fee', async () => {
  const ben = await fresh()
  await chain.faucet.give(ben, 3n * SOL)
  const { transactions } = await page(chain.faucet.address)
  const sent = transactions.find(({ metadata }) => metadata.sentTo === ben)
  expect(sent?.metadata.operationType).toBe('send')
  expect(sent?.transfers).toMatchObject([{ direction: 'out', quantity: { numeric: '3' } }])
})
it('goes on where the page before ended, and tells each once', async () => {
  const ada = await fresh()
  for (let count = 1; count <= 12; count++) {
    if (count % 3 === 0) await chain.faucet.giveToken(chain.faucet.mint, ada, BigInt(count))
    else await chain.faucet.give(ada, BigInt(count) * SOL)
    chain.advance(1)
  }
  const first = await page(ada)
  const second = await page(ada, first.next)
  expect([first.transactions.length, second.transactions.length, second.next]).toEqual([10, 2, null])
  const ids = [...first.transactions, ...second.transactions].map(({ id }) => id)
  expect(new Set(ids).size).toBe(12)
  expect(told(second).map(([, move]) => move)).toEqual(['in 2 SOL', 'in 1 SOL'])
})
it('an account of which nobody has heard has none', async () => {
  expect(await page(await fresh())).toEqual({ transactions: [], next: null })
})
it.each(['', 'x', 'a:b', '11111111111111111111111111111111:<b>'])(
  '%j is no place to go on',
  async (cursor) => {
    await expect(page(await fresh(), cursor)).rejects.toMatchObject({ code: 7101 })
  },
)
it('says that the network does not answer', async () => {
  const dead = solanaAdapter({ apiOrigin: 'http://127.0.0.1:9', projectId: 'demo' })
  const asked = { network: solanaLocal, address: await fresh(), cursor: null }
  await expect(dead.getTransactions?.(asked)).rejects.toMatchObject({ code: 7101 })
})
