import { afterAll, beforeEach, expect, test } from 'vitest'
import { historyAccounts, historyTransactions } from '../db/historySchema.ts'
import { codeOf } from '../testing/askAsPage.ts'
import { createDevice } from '../testing/createDevice.ts'
import { createActiveWallet } from '../testing/createVault.ts'
import { entryOf, hashOf, NOTHING, paged, recorded } from '../testing/startFakeExplorer.ts'
import { ADA, startHistoryService } from '../testing/startHistoryService.ts'

const BOB = '0x00000000000000000000000000000000000000b0'

const { explorer, service, ask, history, reset, stop } = await startHistoryService()
afterAll(stop)
beforeEach(reset)

const NEWEST = Date.UTC(2026, 4, 1)
/** Blocks of the two networks come at other times, so that neither order is that of both. */
const timed = (first: number, count: number, step: number) =>
  Array.from({ length: count }, (_, index) =>
    entryOf(first - index, { timestamp: new Date(NEWEST - index * step).toISOString() }),
  )
const both = (one: object[], other: object[]) => ({
  transactions: (address: URL) => {
    const entries = address.pathname.startsWith('/eth') ? one : other
    return paged(entries as { block_number: number }[])(address)
  },
  transfers: () => NOTHING,
})
async function walk(account: string, between = async () => {}) {
  const told: { hash: string; chain: string; minedAt: string }[] = []
  let most = 0
  let cursor: string | null = ''
  for (let page = 0; cursor !== null && page < 40; page += 1) {
    explorer.asked = []
    const { data, next } = await history(account, cursor && `cursor=${cursor}`)
    told.push(...data.map(({ metadata }) => metadata))
    most = Math.max(most, explorer.asked.length)
    cursor = next
    await between()
  }
  expect(cursor).toBeNull()
  return { told, most }
}
test('R4-83 are told newest first, each transaction once, by four questions a page', async () => {
  const { db } = service.database
  const device = await createDevice(service)
  await createActiveWallet(service, device, await device.signIn('mia@example.com'))
  const accounts = await db.select().from(historyAccounts)
  const { account = '' } = accounts.at(-1) ?? {}
  const own = { from: { hash: account } }
  const of = (entries: object[]) => entries.map((entry) => ({ ...entry, ...own }))
  explorer.lists = both(of(timed(10_000, 130, 60_000)), of(timed(900_000, 90, 100_000)))
  // Of a network without an explorer, and what one of the two has in the index already.
  const rowOf = (chainId: number, block: number, at: number) => ({
    ...{ chainId, block, at, position: 0, account, sender: account, target: BOB, nonce: 1 },
    ...{ hash: hashOf(block), kind: 'execute' as const, status: 'confirmed' as const, movements: [] },
  })
  const index = [
    ...Array.from({ length: 70 }, (_, count) => rowOf(31_339, 500 - count, NEWEST - count * 90_000)),
    rowOf(31_337, 10_000, NEWEST),
    rowOf(31_337, 9_999, NEWEST - 60_000),
  ]
  await db.insert(historyTransactions).values(index)
  let block = 1_000
  const { told, most } = await walk(account, async () => {
    block += 1
    await db.insert(historyTransactions).values(rowOf(31_339, block, NEWEST + block * 1_000))
  })
  const ids = told.map(({ chain, hash }) => `${chain}:${hash}`)
  expect([ids.length, new Set(ids).size, most]).toEqual([290, 290, 4])
  const times = told.map(({ minedAt }) => Date.parse(minedAt))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  await db.delete(historyTransactions)
})
test('entries of a form that is not read hold nothing up', async () => {
  const [transfer] = recorded.transfers.items
  const junk = (index: number) => ({
    ...transfer,
    block_number: 900 - index,
    token: { ...transfer.token, type: 'ERC-404' },
  })
  const good = { ...transfer, block_number: 5, timestamp: new Date(NEWEST - 86_400_000).toISOString() }
  const transfers = paged([...Array.from({ length: 120 }, (_, index) => junk(index)), good])
  explorer.lists = both([entryOf(7, { timestamp: new Date(NEWEST).toISOString() })], [])
  explorer.lists.transfers = (address) => (address.pathname.startsWith('/eth') ? transfers(address) : NOTHING)
  const { told } = await walk(ADA)
  expect(told.map(({ hash }) => hash)).toEqual([hashOf(7), transfer.transaction_hash.toLowerCase()])
})
test('an explorer that does not answer is left out and named, and where none does that is an error', async () => {
  explorer.lists = both(timed(500, 20, 1_000), timed(900, 20, 1_000))
  explorer.refuse = (response) => response.writeHead(500).end()
  const all = await ask(ADA, '')
  expect([all.status, codeOf(all)]).toEqual([503, 4721])
  service.advance(11_000)
  explorer.refuse = null
  explorer.lists.transactions = ({ pathname }) => (pathname.startsWith('/eth') ? { result: 'down' } : NOTHING)
  explorer.lists.transfers = () => recorded.transfers
  const { data, next, missing } = await history(ADA, '')
  expect(missing).toEqual(['eip155:31337'])
  expect(data.length).toBeGreaterThan(0)
  expect(data.every(({ metadata }) => metadata.chain === 'eip155:31338')).toBe(true)
  expect(next).toBeNull()
})
test('an explorer that tells nothing and leads nowhere holds up no other', async () => {
  explorer.lists = both([], timed(900, 20, 1_000))
  const { transactions } = explorer.lists
  const nowhere = { items: [], next_page_params: { block_number: 5, index: 0, items_count: 50 } }
  explorer.lists.transactions = (address) =>
    address.pathname.startsWith('/eth') ? nowhere : transactions(address)
  const { data, next, missing } = await history(ADA, '')
  expect(missing).toBeUndefined()
  expect(data).toHaveLength(20)
  expect(next).toBeNull()
})
test.each([
  ['a place of one network', [9, 9, 0, 31_337]],
  ['less than no block', [null, [[31_337, -1]]]],
  ['a part of a block', [null, [[31_337, 1.5]]]],
  [
    'a network twice',
    [
      null,
      [
        [31_337, 1],
        [31_337, 2],
      ],
    ],
  ],
  ['thirteen networks', [null, Array.from({ length: 13 }, (_, index) => [index + 1, 1])]],
  ['words', [null, [['<b>', 1]]]],
  ['nothing', []],
])('a cursor with %s is refused, and nobody is asked', async (_, place) => {
  const cursor = Buffer.from(JSON.stringify(place)).toString('base64url')
  const reply = await ask(ADA, `cursor=${cursor}`)
  expect([reply.status, codeOf(reply), explorer.asked]).toEqual([400, 4720, []])
})
