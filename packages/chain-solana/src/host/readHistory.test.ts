import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChainAdapter, TransactionPage } from '@latchkey/core'
import { type SolanaServer, startSolana } from '@latchkey/testing/node'
import { generateKeyPairSigner } from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const pageOf = async (
  asked: ChainAdapter,
  address: string,
  cursor: string | null,
): Promise<TransactionPage> =>
  (await asked.getTransactions?.({ network: solanaLocal, address, cursor })) ?? {
    transactions: [],
    next: null,
  }
const page = (address: string, cursor: string | null = null) => pageOf(adapter, address, cursor)
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

describe('a node that tells what makes no sense', () => {
  type Row = Record<string, unknown>
  type Lie = (method: string, answer: { result?: unknown }) => object
  let honest: TransactionPage
  let eve: string
  let lie: Lie
  let liar: ChainAdapter
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const headers = { 'content-type': 'application/json' }
    // Whoever has heard one lie too many does not wait for the others.
    const asked = await fetch(chain.url, { method: 'POST', headers, body }).catch(() => undefined)
    const answer = await asked?.json().catch(() => undefined)
    response.end(JSON.stringify(answer ? lie(JSON.parse(body).method, answer) : {}))
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const apiOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    liar = solanaAdapter({ apiOrigin, projectId: 'demo' })
    eve = await fresh()
    for (let count = 1; count <= 12; count++) {
      if (count === 12) await chain.faucet.giveToken(chain.faucet.mint, eve, 12n)
      else await chain.faucet.give(eve, BigInt(count) * SOL)
      chain.advance(1)
    }
    honest = await page(eve)
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** What is read where a node passes on the chain's answers, some of them changed. */
  async function pageBy(one: Lie): Promise<TransactionPage> {
    lie = one
    return pageOf(liar, eve, null)
  }
  const hashOf = (at: number) => honest.transactions[at]?.metadata.hash
  /** Changes one row, in the list of each account that has it. */
  const inList =
    (at: number, change: (row: Row) => unknown): Lie =>
    (method, answer) => {
      const { result } = answer
      if (method !== 'getSignaturesForAddress' || !Array.isArray(result)) return answer
      const lie = (row: Row) => (row.signature === hashOf(at) ? change(row) : row)
      return { ...answer, result: result.map(lie) }
    }
  /** Changes one transaction. */
  const inTransaction =
    (at: number, change: (answer: { result?: unknown }) => object): Lie =>
    (method, answer) => {
      const { transaction } = (answer.result ?? {}) as { transaction?: { signatures: string[] } }
      const isIt = method === 'getTransaction' && transaction?.signatures[0] === hashOf(at)
      return isIt ? change(answer) : answer
    }
  const without = (at: number) => honest.transactions.filter((_, index) => index !== at)

  it.each([-1, 1.5, 8_640_000_000_001, 'now', null])(
    'of a time of %j shows the row without it, and every other as it is',
    async (blockTime) => {
      const { transactions, next } = await pageBy(inList(1, (row) => ({ ...row, blockTime })))
      const [, undated] = transactions
      expect(undated?.metadata.minedAt).toBeUndefined()
      expect(undated).toMatchObject({ transfers: honest.transactions[1]?.transfers })
      expect(transactions.filter((_, index) => index !== 1)).toEqual(without(1))
      expect(next).toBe(honest.next)
    },
  )
  it.each<[string, (row: Row) => unknown]>([
    ['nothing', () => null],
    ['no signature', ({ signature: _, ...row }) => row],
    ['a signature that is none', (row) => ({ ...row, signature: '<b>' })],
    ['no slot', (row) => ({ ...row, slot: -1 })],
    ['no word on whether it failed', ({ err: _, ...row }) => row],
  ])('with a row of %s leaves that one out', async (_, change) => {
    expect((await pageBy(inList(1, change))).transactions).toEqual(without(1))
  })
  it('goes on after a page whose last row makes no sense', async () => {
    const first = await pageBy(inList(9, (row) => ({ ...row, slot: 0.5 })))
    expect(first.transactions).toEqual(without(9))
    const second = await page(eve, first.next)
    expect(told(second).map(([, move]) => move)).toEqual(['in 2 SOL', 'in 1 SOL'])
  })
  it.each([1.5, -1, 256, '6', null])('of decimals of %j tells no amount of that token', async (decimals) => {
    // The newest moved a token.
    const wrongly = inTransaction(0, (answer) => {
      const wrong = (balance: Row) => ({
        ...balance,
        uiTokenAmount: { ...(balance.uiTokenAmount as Row), decimals },
      })
      const { meta, ...rest } = answer.result as { meta: { postTokenBalances: Row[] } }
      return {
        ...answer,
        result: { ...rest, meta: { ...meta, postTokenBalances: meta.postTokenBalances.map(wrong) } },
      }
    })
    const { transactions } = await pageBy(wrongly)
    expect(transactions[0]).toMatchObject({ id: honest.transactions[0]?.id, transfers: [] })
    expect(transactions.slice(1)).toEqual(without(0))
  })
  it.each<[string, (answer: { result?: unknown }) => object]>([
    ['that is not there', (answer) => ({ ...answer, result: null })],
    ['without what it did', (answer) => ({ ...answer, result: { ...(answer.result as Row), meta: null } })],
    [
      'with a balance too many',
      (answer) => {
        const { meta, ...rest } = answer.result as { meta: { postBalances: number[] } }
        return { ...answer, result: { ...rest, meta: { ...meta, postBalances: [...meta.postBalances, 7] } } }
      },
    ],
    [
      'of somebody with no address',
      (answer) => {
        const { transaction, ...rest } = answer.result as {
          transaction: { message: { accountKeys: string[] } }
        }
        const accountKeys = transaction.message.accountKeys.with(0, 'x'.repeat(44))
        return { ...answer, result: { ...rest, transaction: { message: { accountKeys } } } }
      },
    ],
    [
      'of a version to come',
      () => ({ jsonrpc: '2.0', id: '0', error: { code: -32_015, message: 'version' } }),
    ],
  ])('of a transaction %s tells what else is known', async (_, change) => {
    const { transactions } = await pageBy(inTransaction(2, change))
    expect(transactions[2]).toMatchObject({ id: honest.transactions[2]?.id, transfers: [] })
    expect(transactions.filter((_one, index) => index !== 2)).toEqual(without(2))
  })
  it('loses no row, whatever it makes of one', async () => {
    const made = (value: unknown) => inTransaction(0, (answer) => ({ ...answer, result: value }))
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect((await pageBy(made(value))).transactions.slice(1)).toEqual(without(0))
      }),
      { numRuns: 10 },
    )
  })
  it.each([0.30000000000000004, -1.0000000000000002e-20, 1234567890123456.5, 2 ** 64])(
    'of a number of %j, longer than JavaScript keeps, is read all the same',
    async (uiAmount) => {
      const wide = inTransaction(0, ({ result, ...rest }) => ({
        ...rest,
        result: { ...(result as Row), uiAmount },
      }))
      expect(await pageBy(wide)).toEqual(honest)
    },
  )
  it.each([undefined, null, 'x', {}])('of a list that is %j is no answer', async (result) => {
    const listless: Lie = (method, answer) =>
      method === 'getSignaturesForAddress' ? { ...answer, result } : answer
    await expect(pageBy(listless)).rejects.toMatchObject({ code: 7101 })
  })
  it.each([-32_005, -32_603])('that is not well just now (%i) is asked again later', async (code) => {
    const unwell = inTransaction(0, () => ({ jsonrpc: '2.0', id: '0', error: { code, message: 'later' } }))
    await expect(pageBy(unwell)).rejects.toMatchObject({ code: 7101 })
  })
})
