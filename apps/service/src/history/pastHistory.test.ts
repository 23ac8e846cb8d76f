import type { ServerResponse } from 'node:http'
import { getProjectConfig, HISTORY_NETWORKS_ID } from '@latchkey/protocol/http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { historyAccounts, historyTransactions } from '../db/historySchema.ts'
import { askAsPage, codeOf } from '../testing/askAsPage.ts'
import { createDevice } from '../testing/createDevice.ts'
import { createTestService } from '../testing/createTestService.ts'
import { createActiveWallet } from '../testing/createVault.ts'
import { entryOf, hashOf, NOTHING, paged, recorded } from '../testing/startFakeExplorer.ts'
import { ADA, startHistoryService } from '../testing/startHistoryService.ts'

const BOB = '0x00000000000000000000000000000000000000b0'

const { explorer, service, ask, history, reset, stop } = await startHistoryService()
afterAll(stop)
beforeEach(reset)

const lineOf = ({
  metadata: { operationType, status },
  transfers,
}: Awaited<ReturnType<typeof history>>['data'][0]) =>
  [
    operationType,
    status,
    ...transfers.map(
      ({ direction, quantity, fungible_info: token, nft_info: nft }) =>
        `${direction} ${quantity.numeric} ${token?.symbol ?? nft?.name}${nft?.flags.is_spam ? ' spam' : ''}`,
    ),
  ].join(' ')

const transferOf = (change: object = {}) => ({ ...recorded.transfers.items[0], ...change })

test('R7-6 an account that nobody follows has the history that the explorer tells', async () => {
  const { data, next } = await history()
  expect(data.map(lineOf)).toEqual([
    'receive confirmed in 20.25 LKD',
    'send confirmed out 1.5 ETH',
    'approve confirmed',
    'execute failed',
    'trade confirmed out 5 LKD in 12.34 GARD',
    'receive confirmed in 1 #77 spam',
  ])
  expect(next).toBeNull()
  expect(data[1]).toMatchObject({
    id: `eip155:31337:${recorded.transactions.items[0].hash.toLowerCase()}`,
    metadata: { sentFrom: ADA.toLowerCase(), sentTo: BOB, minedAt: '2026-05-01T10:00:00.000Z', nonce: 7 },
  })
  const path = `/eth/api/v2/addresses/${ADA.toLowerCase()}`
  expect(explorer.asked.toSorted()).toEqual([
    `${path}/token-transfers?apikey=secret`,
    `${path}/transactions?apikey=secret`,
  ])
})

test('R1-14 a page is told on which networks any account has a history', async () => {
  const { body } = await askAsPage(service, '/appkit/v1/config?st=html&sv=html-0.1.0&projectId=demo')
  const { features } = getProjectConfig.reply.parse(body)
  expect(features.find(({ id }) => id === HISTORY_NETWORKS_ID)?.config).toEqual([
    'eip155:31337',
    'eip155:31338',
  ])
})

test('a network without an explorer has the index alone', async () => {
  expect((await history(ADA, 'chainId=eip155:31339')).data).toEqual([])
  expect(explorer.asked).toEqual([])
})

test('R4-83 pages follow each other to the end, each transaction once and in order', async () => {
  explorer.lists.transactions = paged(Array.from({ length: 130 }, (_, index) => entryOf(1_000 - index * 3)))
  explorer.lists.transfers = paged(
    Array.from({ length: 170 }, (_, index) =>
      transferOf({ transaction_hash: hashOf(5_000 - index), block_number: 900 - index * 2 }),
    ),
  )
  const blocks: number[] = []
  let cursor: string | null = ''
  for (let page = 0; cursor !== null && page < 40; page += 1) {
    const { data, next } = await history(ADA, `chainId=eip155:31337${cursor && `&cursor=${cursor}`}`)
    for (const { metadata } of data) blocks.push(Number(BigInt(metadata.hash)))
    cursor = next
  }
  expect(cursor).toBeNull()
  expect([blocks.length, new Set(blocks).size]).toEqual([300, 300])
  const heights = blocks.map((hash) => (hash > 4_000 ? 900 - (5_000 - hash) * 2 : hash))
  expect(heights).toEqual(heights.toSorted((one, other) => other - one))
})

test('what the index has is told by the index, and the explorer goes on before it', async () => {
  const device = await createDevice(service)
  await createActiveWallet(service, device, await device.signIn('ada@example.com'))
  const { db } = service.database
  const [{ account = '' } = {}] = await db.select().from(historyAccounts)
  const row = { chainId: 31_337, position: 0, account, sender: account, target: BOB, nonce: 1 }
  const rows = [90, 91].map((block) => ({
    ...{ ...row, block, hash: hashOf(block), at: block },
    ...{ kind: 'execute' as const, status: 'confirmed' as const, movements: [] },
  }))
  await db.insert(historyTransactions).values(rows)
  const own = Array.from({ length: 10 }, (_, index) => entryOf(95 - index, { from: { hash: account } }))
  explorer.lists = { transactions: () => ({ items: own, next_page_params: null }), transfers: () => NOTHING }
  const { data, next } = await history(account)
  expect(data.map(({ metadata }) => Number(BigInt(metadata.hash)))).toEqual([91, 90, 89, 88, 87, 86])
  expect(next).toBeNull()
  expect(explorer.asked.every((one) => one.includes('block_number=90&'))).toBe(true)

  // While the explorer is away the index is told, and whoever goes on is told why nothing follows.
  explorer.refuse = (response) => response.writeHead(500).end()
  const half = await history(account)
  expect([half.data.length, half.next === null]).toEqual([2, false])
  const query = `chainId=eip155:31337&cursor=${half.next}`
  expect(codeOf(await ask(account, query))).toBe(4721)
  explorer.refuse = null
  expect((await history(account, query)).data).toHaveLength(4)
})

describe('a cursor', () => {
  async function cursor(): Promise<string> {
    explorer.lists.transactions = paged(Array.from({ length: 120 }, (_, index) => entryOf(500 - index)))
    explorer.lists.transfers = () => NOTHING
    const { next } = await history()
    explorer.asked = []
    return next ?? ''
  }
  const refused = async (account: string, query: string) => {
    const reply = await ask(account, query)
    expect([reply.status, codeOf(reply), explorer.asked]).toEqual([400, 4720, []])
  }
  test('opens no other account and no other network', async () => {
    const next = await cursor()
    await refused(BOB, `chainId=eip155:31337&cursor=${next}`)
    await refused(ADA, `chainId=eip155:31338&cursor=${next}`)
    await refused(ADA, `chainId=eip155:31339&cursor=${next}`)
    await refused(ADA, `cursor=${next}`)
  })
  test('is refused when anything of it was changed', async () => {
    const next = await cursor()
    const forged = Buffer.from('[null,{"host":"evil.example"},null]').toString('base64url')
    const changed = [
      `${next.slice(0, 44)}${forged}`,
      `x${forged}`,
      'x',
      `${next.slice(0, -1)}A`,
      `y${next.slice(1)}`,
    ]
    for (const text of changed) await refused(ADA, `chainId=eip155:31337&cursor=${text}`)
    const long = await ask(ADA, `chainId=eip155:31337&cursor=${'x'.repeat(2_049)}`)
    expect([long.status, codeOf(long)]).toEqual([400, 4002])
  })
})

describe('a hostile explorer', () => {
  test.each([
    ['a negative amount', { value: '-5' }],
    ['an amount beyond 256 bits', { value: '9'.repeat(78) }],
    ['an amount as a number', { value: 1e21 }],
    ['no hash', { hash: '<script>' }],
    ['a block that is none', { block_number: -1 }],
    ['a time that is none', { timestamp: 'yesterday' }],
    ['a party that is none', { from: { hash: 'javascript:alert(1)' } }],
  ])('an entry with %s is left out, and the others are told', async (_, change) => {
    explorer.lists = {
      transactions: () => ({ items: [entryOf(9, change), entryOf(8), null, 7, []], next_page_params: null }),
      transfers: () => NOTHING,
    }
    const { data } = await history()
    expect(data.map(({ metadata }) => metadata.hash)).toEqual([hashOf(8)])
  })
  const swapped = (token: object) => ({
    transactions: () => ({ items: [entryOf(9, { value: '0' })], next_page_params: null }),
    transfers: () => ({
      items: [
        transferOf({
          transaction_hash: hashOf(9),
          block_number: 9,
          token: { ...recorded.transfers.items[0].token, address_hash: BOB, ...token },
        }),
      ],
      next_page_params: null,
    }),
  })
  test.each([
    ['markup', '<img src=x onerror=alert(1)>'],
    ['a megabyte', 'A'.repeat(1_048_576)],
    ['the address of a site', 'claim-at.example'],
    ['nothing', '\u200b\u202e'],
    ['what a token of the list is called', 'lkd'],
    ['what the native currency is called', 'ETH'],
  ])('a token whose symbol is %s is not told', async (_, symbol) => {
    explorer.lists = swapped({ symbol })
    expect((await history()).data.map(lineOf)).toEqual(['execute confirmed'])
  })
  test('a name that cannot be shown is replaced by the symbol', async () => {
    explorer.lists = swapped({ name: '<b>Gold</b>', symbol: 'GOLD' })
    expect((await history()).data[0]?.transfers[0]?.fungible_info).toEqual({ name: 'GOLD', symbol: 'GOLD' })
  })
  test('a token on no list that comes unasked is not told', async () => {
    explorer.lists = { ...swapped({ symbol: 'GOLD' }), transactions: () => NOTHING }
    expect((await history()).data).toEqual([])
  })
  test.each<[string, () => unknown]>([
    ['a huge place', () => ({ items: [entryOf(9)], next_page_params: { hash: 'a'.repeat(100_000) } })],
    [
      'a place of many fields',
      () => ({
        items: [],
        next_page_params: Object.fromEntries(
          Array.from({ length: 13 }, (_, at) => [`f${'_'.repeat(at)}`, 1]),
        ),
      }),
    ],
    ['a place with another address', () => ({ items: [], next_page_params: { 'a/../b': 1 } })],
    [
      'a thousand entries',
      () => ({ items: Array.from({ length: 1_000 }, () => null), next_page_params: null }),
    ],
    ['another form', () => ({ result: [] })],
    ['nine megabytes', () => ({ items: ['a'.repeat(9 * 1_048_576)], next_page_params: null })],
  ])('%s is an error', async (_, list) => {
    explorer.lists = { transactions: list, transfers: () => NOTHING }
    const reply = await ask()
    expect([reply.status, codeOf(reply)]).toEqual([503, 4721])
  })
  test('a place that leads back to itself ends the list, and one that leads on for ever costs six questions a page', async () => {
    explorer.lists = {
      transactions: () => ({ items: [], next_page_params: { index: 1 } }),
      transfers: () => NOTHING,
    }
    expect((await history()).next).toBeNull()
    explorer.asked = []
    let at = 0
    explorer.lists.transactions = () => ({ items: [], next_page_params: { index: at++ } })
    expect([(await history()).next === null, explorer.asked.length]).toEqual([false, 6])
  })
  test('a place cannot take the key away, nor change where is asked', async () => {
    let at = 0
    explorer.lists.transactions = () => ({
      items: [entryOf(9 - at)],
      next_page_params: at++ === 0 ? { apikey: 'mine', host: 'evil.example' } : null,
    })
    explorer.lists.transfers = () => NOTHING
    await history()
    const second = explorer.asked.filter((one) => one.includes('/transactions'))[1] ?? ''
    expect(second).toContain('apikey=secret')
    expect(second).not.toContain('mine')
    expect(second.startsWith('/eth/api/v2/addresses/0x9965')).toBe(true)
  })
})

describe('an explorer that does not answer', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => response.writeHead(500).end()],
    [
      'another address',
      (response) => response.writeHead(302, { location: `${explorer.url}/elsewhere` }).end(),
    ],
    ['markup', (response) => response.end('<html>')],
    ['nothing', (response) => response.destroy()],
  ])('%s is told, and after five failures it is left alone', async (_, answer) => {
    explorer.refuse = answer
    for (let time = 0; time < 6; time += 1) {
      const reply = await ask()
      expect([reply.status, codeOf(reply)]).toEqual([503, 4721])
    }
    // A page is two questions.
    expect(explorer.asked.length).toBeLessThanOrEqual(10)
    expect(explorer.asked.join()).not.toContain('elsewhere')
    service.advance(11_000)
    explorer.refuse = null
    await history()
  })
  test('an account that it has never seen has none', async () => {
    explorer.refuse = (response) => response.writeHead(404).end('{"message":"Not found"}')
    expect((await history()).data).toEqual([])
  })
  test('silence is ended', async () => {
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const local = { id: 31_337, name: 'Local', nativeCurrency, rpcUrls: ['http://127.0.0.1:1'] }
    const hasty = await createTestService({
      chains: [{ ...local, historyUrl: explorer.url }],
      limits: { dataTry: 50, dataTotal: 100 },
    })
    explorer.refuse = () => undefined
    const reply = await askAsPage(hasty, `/v1/account/${ADA}/history?chainId=eip155:31337&projectId=demo`)
    expect([reply.status, codeOf(reply)]).toEqual([503, 4721])
    await hasty.stop()
  })
})
