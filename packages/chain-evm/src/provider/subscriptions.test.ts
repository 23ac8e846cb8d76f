import { base, type FakeService, fakeService, mainnet, type SeenRequest } from '@latchkey/core/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { evmConfig } from '../testing/evmConfig.ts'

type Call = { id: number; method: string; params: unknown[] }

let service: FakeService
let made: ReturnType<typeof evmConfig>
let head: number
let asked: Call[]
let heard: unknown[]
beforeEach(async () => {
  head = 5
  asked = []
  heard = []
  service = await fakeService()
  service.answer('POST /v1', answer)
  made = evmConfig({
    networks: [{ ...mainnet, blockTime: 5 }, base],
    services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin },
  })
  made.config.provider.on('message', (message) => heard.push(message))
})
afterEach(async () => {
  made.config.destroy()
  await service.stop()
})

function answer({ body }: SeenRequest) {
  const results = (Array.isArray(body) ? (body as Call[]) : [body as Call]).map((call) => {
    asked.push(call)
    return { jsonrpc: '2.0', id: call.id, result: resultOf(call) }
  })
  return { body: Array.isArray(body) ? results : results[0] }
}
function resultOf({ method, params }: Call): unknown {
  if (method === 'eth_blockNumber') return `0x${head.toString(16)}`
  if (method === 'eth_getLogs') return [{ logIndex: '0x0' }]
  return { number: params[0], hash: `0xaa${params[0]}`, transactions: ['0x'], uncles: [], size: '0x1' }
}
const ask = (method: string, params?: unknown[]) =>
  made.config.provider.request({ method, ...(params ? { params } : {}) })
const message = (subscription: unknown, result: unknown) => ({
  type: 'eth_subscription',
  data: { subscription, result },
})
/** The network has been looked at so many times more. */
const looks = (count: number) => {
  const until = asked.length + count
  return vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(until), 15_000)
}

it('R7-93 newHeads tells each header, in order and without its body', async () => {
  const id = await ask('eth_subscribe', ['newHeads'])
  expect(id).toMatch(/^0x[0-9a-f]{32}$/)
  await looks(2)
  expect(heard).toEqual([])
  head = 8
  await vi.waitFor(() => expect(heard).toHaveLength(3), 15_000)
  expect(heard).toEqual(['0x6', '0x7', '0x8'].map((number) => message(id, { number, hash: `0xaa${number}` })))
})
it('R7-93 logs asks for the blocks that are new', async () => {
  const filter = { address: `0x${'1'.repeat(40)}`, topics: [null, `0x${'2'.repeat(64)}`] }
  const id = await ask('eth_subscribe', ['logs', filter])
  head = 7
  await vi.waitFor(() => expect(heard).toEqual([message(id, { logIndex: '0x0' })]), 15_000)
  expect(asked.find(({ method }) => method === 'eth_getLogs')?.params).toEqual([
    { fromBlock: '0x6', toBlock: '0x7', ...filter },
  ])
})
it('R7-93 a look that fails is made up for', async () => {
  await ask('eth_subscribe', ['newHeads'])
  service.answer('POST /v1', { status: 400, body: { error: { code: 4002, message: 'No.' } } }, answer)
  head = 6
  await vi.waitFor(() => expect(heard).toHaveLength(1), 15_000)
})
it.each<[string, (id: unknown) => unknown]>([
  ['eth_unsubscribe', async (id) => expect(await ask('eth_unsubscribe', [id])).toBe(true)],
  ['another network', () => made.config.networks.setState({ activeId: 'eip155:8453' })],
  ['the end of the page', () => made.config.destroy()],
])('R7-93 %s ends it', async (_, end) => {
  const id = await ask('eth_subscribe', ['newHeads'])
  await end(id)
  // There is nothing left to end.
  expect(await ask('eth_unsubscribe', [id])).toBe(false)
  const before = asked.length
  // As long as several looks would take.
  await Promise.all(Array.from({ length: 3 }, () => ask('eth_gasPrice').catch(() => undefined)))
  head = 9
  expect(asked.slice(before).filter(({ method }) => method === 'eth_blockNumber').length).toBeLessThan(2)
  expect(heard).toEqual([])
})
it('R7-93 one that nobody has is not ended', async () => {
  expect(await ask('eth_unsubscribe', ['0x1'])).toBe(false)
})
it.each<[unknown[] | undefined, number]>([
  [undefined, -32602],
  [[], -32602],
  [['blocks'], -32602],
  [['logs', { address: 'vitalik.eth' }], -32602],
  [['syncing'], 4200],
  [['newPendingTransactions'], 4200],
])('R7-93 eth_subscribe refuses %j', async (params, code) => {
  await expect(ask('eth_subscribe', params)).rejects.toMatchObject({ code })
  expect(asked).toEqual([])
})
it('R7-93 twenty at once are enough for any page', async () => {
  await Promise.all(Array.from({ length: 20 }, () => ask('eth_subscribe', ['newHeads'])))
  await expect(ask('eth_subscribe', ['newHeads'])).rejects.toMatchObject({ code: -32005 })
})
