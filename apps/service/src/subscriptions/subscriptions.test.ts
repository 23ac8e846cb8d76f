import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createTestService, DEMO, HOST, type TestService } from '../testing/createTestService.ts'
import type { Subscriptions } from './attachSubscriptions.ts'

const ACCOUNT = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const HOLDER = '0x00000000000000000000000000000000000000b0'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const LISTENED = 'eip155:31337'
const POLLED = 'eip155:31338'
const DEAD = 'eip155:31339'

let chain: Anvil
let service: TestService
let server: Server
let subscriptions: Subscriptions
/** Closes soon what is not wanted or does not answer; the other one cuts nobody, however busy the machine is. */
let brief: TestService
let briefServer: Server
let briefSubscriptions: Subscriptions
const clients: Client[] = []
beforeAll(async () => {
  chain = await startAnvil()
  const local = { name: 'Local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
  const chains = [
    { ...local, id: 31_337, rpcUrls: [chain.url], wsUrls: [chain.url.replace('http', 'ws')] },
    { ...local, id: 31_338, rpcUrls: [chain.url] },
    { ...local, id: 31_339, rpcUrls: ['http://127.0.0.1:1'], wsUrls: ['ws://127.0.0.1:1'] },
  ]
  const limits = {
    rpcTry: 5_000,
    guestCallsPerMinute: 12,
    subscriptionPoll: 20,
    subscriptionPing: 60_000,
    subscriptionIdle: 60_000,
    subscriptionsPerSocket: 3,
    subscriptionsPerAddress: 4,
    subscriptionsOfGuests: 1,
    subscriptionSocketsPerAddress: 6,
    subscriptionSocketsOfGuests: 3,
  }
  service = await createTestService({
    chains,
    projects: [DEMO, { ...DEMO, id: 'small', limits: { readsPerMinute: 10 } }],
    limits,
  })
  brief = await createTestService({
    chains,
    projects: [DEMO],
    limits: { ...limits, subscriptionPing: 4_000, subscriptionIdle: 1_000 },
  })
  ;[server, subscriptions] = await listen(service)
  ;[briefServer, briefSubscriptions] = await listen(brief)
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end()
})
afterAll(async () => {
  await Promise.all([subscriptions.close(), briefSubscriptions.close()])
  server.close()
  briefServer.close()
  await service.stop()
  await brief.stop()
  await chain.stop()
})

async function listen(by: TestService): Promise<[Server, Subscriptions]> {
  const http = createServer((_, response) => response.writeHead(404).end())
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return [http, by.attachSubscriptions(http)]
}

type Message = { id?: unknown; result?: unknown; error?: { code: number; data?: { code: number } } }
type Event = { subscription: string; result: Record<string, unknown> }
type Client = {
  socket: WebSocket
  events: Event[]
  answers: Message[]
  /** The code that it was closed with. */
  closed: Promise<number>
  call(method: string, params?: unknown): Promise<Message>
  end(): Promise<void>
}
type Connecting = { origin?: string | null; path?: string; at?: Server }

async function connect(
  query = `chainId=${LISTENED}&projectId=demo`,
  options: Connecting = {},
): Promise<Client> {
  const { origin = HOST, path = '/v1', at = server } = options
  const { port } = at.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}?${query}`, {
    autoPong: true,
    headers: origin === null ? {} : { origin },
  })
  const answers: Message[] = []
  const events: Event[] = []
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.method) events.push(message.params)
    else answers.push(message)
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('unexpected-response', async (_, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const { error } = JSON.parse(Buffer.concat(chunks).toString())
      reject(Object.assign(new Error('refused'), { refusal: [response.statusCode, error.code] }))
    })
    socket.once('error', () => undefined)
  })
  let last = 0
  const client: Client = {
    socket,
    events,
    answers,
    closed,
    async call(method: string, params?: unknown): Promise<Message> {
      const id = ++last
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }))
      return vi.waitFor(() => {
        const answer = answers.find((one) => one.id === id)
        if (!answer) throw new Error(`${method} has no answer`)
        return answer
      }, 30_000)
    },
    async end() {
      socket.terminate()
      await closed
    },
  }
  clients.push(client)
  return client
}
const refusal = (query?: string, options?: Connecting) =>
  connect(query, options).then(
    () => 'open',
    (error) => error.refusal,
  )
const heads = ({ events }: Client) => events.map(({ result }) => Number(result.number))
const until = (check: () => void) => vi.waitFor(check, 30_000)
const mine = async () => {
  await chain.call('evm_mine')
  return Number(await chain.call('eth_blockNumber'))
}

test.each([LISTENED, POLLED])('R7-93 new heads of %s are told, to all who want them', async (chainId) => {
  const [one, other] = [
    await connect(`chainId=${chainId}&projectId=demo`),
    await connect(`chainId=${chainId}&projectId=demo`),
  ]
  const { result: id } = await one.call('eth_subscribe', ['newHeads'])
  await other.call('eth_subscribe', ['newHeads', {}])
  const numbers = [await mine(), await mine()]
  await until(() => expect([heads(one), heads(other)]).toEqual([numbers, numbers]))
  const [event] = one.events
  const block = (await chain.call('eth_getBlockByNumber', [event?.result.number, false])) as object
  expect(event).toMatchObject({ subscription: id, result: { hash: Reflect.get(block, 'hash') } })
  expect(event?.result).not.toHaveProperty('transactions')
  expect((await one.call('eth_unsubscribe', [id])).result).toBe(true)
  expect((await one.call('eth_unsubscribe', [id])).result).toBe(false)
  const next = await mine()
  await until(() => expect(heads(other)).toContain(next))
  expect(heads(one)).toEqual(numbers)
})

test('R7-93 logs are told as the filter says, once each, and taken back with their block', async () => {
  const client = await connect()
  const token = chain.contracts.token.address
  const filter = {
    address: token,
    topics: [TRANSFER, null, `0x${ACCOUNT.slice(2).toLowerCase().padStart(64, '0')}`],
  }
  const { result: id } = await client.call('eth_subscribe', ['logs', filter])
  const snapshot = await chain.call('evm_snapshot')
  await chain.mintToken(HOLDER, 5n)
  await chain.mintToken(ACCOUNT, 7n)
  await until(() => expect(client.events).toHaveLength(1))
  expect(client.events[0]).toMatchObject({
    subscription: id,
    result: { address: token.toLowerCase(), data: `0x${'7'.padStart(64, '0')}` },
  })
  await chain.call('evm_revert', [snapshot])
  await chain.mintToken(ACCOUNT, 9n)
  await chain.mintToken(HOLDER, 1n)
  await until(() => expect(client.events).toHaveLength(3))
  const told = client.events.map(({ result }) => [Number(result.data), result.removed === true])
  expect(told).toEqual([
    [7, false],
    [7, true],
    [9, false],
  ])
})

test('transactions that wait are told where a node tells of them', async () => {
  const client = await connect()
  expect((await client.call('eth_subscribe', ['newPendingTransactions'])).result).toMatch(/^0x/)
  await chain.mintToken(ACCOUNT, 1n)
  await until(() => expect(String(client.events[0]?.result)).toMatch(/^0x[0-9a-f]{64}$/))
  const polled = await connect(`chainId=${POLLED}&projectId=demo`)
  const { error } = await polled.call('eth_subscribe', ['newPendingTransactions'])
  expect([error?.code, error?.data?.code]).toEqual([-32_004, 4402])
  const guest = await connect(undefined, { origin: 'https://guest.example' })
  expect((await guest.call('eth_subscribe', ['newPendingTransactions'])).error?.code).toBe(-32_004)
})

test.each<[unknown, number]>([
  [undefined, -32_602],
  [[], -32_602],
  [['syncing'], -32_602],
  [['newHeads', { surprise: 1 }], -32_602],
  [['logs', { fromBlock: '0x0' }], -32_602],
  [['logs', { address: 'vitalik.eth' }], -32_602],
  [['logs', { address: Array(21).fill(ACCOUNT) }], -32_602],
  [['logs', { address: [] }], -32_602],
  [['logs', { topics: Array(5).fill(null) }], -32_602],
  [['logs', { topics: [Array(21).fill(TRANSFER)] }], -32_602],
])('eth_subscribe refuses %j', async (params, code) => {
  expect((await (await connect()).call('eth_subscribe', params)).error?.code).toBe(code)
  service.advance(61_000)
})

test('what is no call, and every other method, is refused', async () => {
  const client = await connect()
  expect((await client.call('eth_blockNumber')).error).toMatchObject({ code: -32_004, data: { code: 4402 } })
  for (const text of ['{', '[]', '{"jsonrpc":"2.0","method":"eth_subscribe"}', '7']) client.socket.send(text)
  await until(() => expect(client.answers).toHaveLength(5))
  expect(client.answers.slice(1).map(({ error }) => error?.code)).toEqual([
    -32_700, -32_600, -32_600, -32_600,
  ])
  client.socket.send(Buffer.from([1]))
  expect(await client.closed).toBe(1003)
  const long = await connect()
  long.socket.send('x'.repeat(70_000))
  expect(await long.closed).toBe(1009)
})

test('a socket has so many subscriptions, and one that wants nothing is closed', async () => {
  const client = await connect(undefined, { at: briefServer })
  const ids = []
  for (let count = 0; count < 3; count++) ids.push((await client.call('eth_subscribe', ['newHeads'])).result)
  expect((await client.call('eth_subscribe', ['logs'])).error?.code).toBe(-32_005)
  for (const id of ids) await client.call('eth_unsubscribe', [id])
  expect(await client.closed).toBe(1000)
})

test('one place, and all guests of a project, have so many subscriptions on all their sockets', async () => {
  service.advance(61_000)
  const [one, other] = [await connect(), await connect()]
  for (let count = 0; count < 3; count++) await one.call('eth_subscribe', ['newHeads'])
  const { result: id } = await other.call('eth_subscribe', ['newHeads'])
  expect((await other.call('eth_subscribe', ['logs'])).error?.code).toBe(-32_005)
  await other.call('eth_unsubscribe', [id])
  expect((await other.call('eth_subscribe', ['logs'])).result).toMatch(/^0x/)
  await one.end()
  await until(async () => expect((await other.call('eth_subscribe', ['newHeads'])).result).toMatch(/^0x/))
  await other.end()
  const guests = [
    await connect(undefined, { origin: 'https://one.example' }),
    await connect(undefined, { origin: 'https://two.example' }),
  ]
  const answers = await Promise.all(guests.map((guest) => guest.call('eth_subscribe', ['newHeads'])))
  expect(answers.map(({ error }) => error?.code).toSorted()).toEqual([-32_005, undefined])
  service.advance(61_000)
})

test('a network that does not answer is told as one', async () => {
  const client = await connect(`chainId=${DEAD}&projectId=demo`)
  const { error } = await client.call('eth_subscribe', ['newHeads'])
  expect([error?.code, error?.data?.code]).toEqual([-32_002, 4401])
})

test.each<[string, string, Connecting, number, number]>([
  ['an unknown project', `chainId=${LISTENED}&projectId=nobody`, {}, 404, 4010],
  ['no project', `chainId=${LISTENED}`, {}, 404, 4010],
  ['no origin', `chainId=${LISTENED}&projectId=demo`, { origin: null }, 403, 4011],
  ['a hidden origin', `chainId=${LISTENED}&projectId=demo`, { origin: 'null' }, 403, 4011],
  ['an unknown network', 'chainId=eip155:5&projectId=demo', {}, 404, 4400],
  ['a network of another namespace', 'chainId=solana:5eykt&projectId=demo', {}, 404, 4400],
  ['another address', `chainId=${LISTENED}&projectId=demo`, { path: '/v2' }, 404, 4003],
])('%s gets no socket', async (_, query, options, status, code) => {
  expect(await refusal(query, options)).toEqual([status, code])
})

test('a guest and a project have budgets, which what is told counts against', async () => {
  service.advance(61_000)
  const small = await connect(`chainId=${POLLED}&projectId=small`)
  await small.call('eth_subscribe', ['newHeads'])
  for (let count = 0; count < 12; count++) await mine()
  expect(await small.closed).toBe(1008)
  const again = await connect(`chainId=${POLLED}&projectId=small`)
  expect((await again.call('eth_subscribe', ['newHeads'])).error).toMatchObject({
    code: -32_005,
    data: { code: 4404 },
  })
  service.advance(61_000)
  const guest = await connect(undefined, { origin: 'https://guest.example' })
  await guest.call('eth_subscribe', ['newHeads'])
  for (let count = 0; count < 14; count++) await mine()
  expect(await guest.closed).toBe(1008)
  expect(await refusal(undefined, { origin: 'https://guest.example' })).toEqual([429, 4020])
})

test('one place has so many sockets at once', async () => {
  service.advance(61_000)
  for (let count = 0; count < 6; count++) await connect()
  expect(await refusal()).toEqual([429, 4020])
  await clients.shift()?.end()
  await until(async () => expect(await refusal()).toBe('open'))
})

test('all guests of a project have so many sockets, and its own pages have theirs beside them', async () => {
  service.advance(61_000)
  const origins = ['one', 'two', 'three'].map((name) => `https://${name}.example`)
  for (const origin of origins) await connect(undefined, { origin })
  expect(await refusal(undefined, { origin: 'https://four.example' })).toEqual([429, 4020])
  for (let count = 0; count < 3; count++) expect(await refusal()).toBe('open')
})

test('a client that does not answer a ping is cut', async () => {
  const client = await connect(undefined, { at: briefServer })
  await client.call('eth_subscribe', ['newHeads'])
  // As a machine does that has gone to sleep: what comes is not read.
  client.socket.pause()
  await until(async () =>
    expect(await brief.metrics.registry.metrics()).toContain('latchkey_subscription_sockets 0'),
  )
})

test('closing tells each client that the service goes away, and takes no other', async () => {
  const [own, closing] = await listen(service)
  const client = await connect(undefined, { at: own })
  await closing.close()
  expect(await client.closed).toBe(1001)
  own.close()
})
