import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Relay } from '@latchkey/relay'
import { createTestClient, randomTopic, type TestClient } from '@latchkey/relay/testing/createTestClient'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLeasedLimiter } from '../db/counters.ts'
import type { OpenDatabase } from '../db/Database.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'
import { openTestDatabase } from '../testing/database.ts'
import { countCallers } from './attachRelay.ts'

let database: OpenDatabase
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(() => database.close())

type Running = { service: TestService; relay: Relay; url: string; server: Server }

/** One process of the service, as `main.ts` starts it, with a relay over the shared database. */
async function startProcess(): Promise<Running> {
  const server = createServer((_request, response) => response.writeHead(404).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/relay`
  const service = await createTestService({
    deps: { database },
    limits: { guestConnectionsPerProjectMinute: 2 },
    // Tokens of clients are signed by the real clock.
    config: { relay: { publicUrls: [url], wallets: 'projects' }, now: Date.now },
  })
  const relay = service.attachRelay(server)
  if (!relay) throw new Error('there is no relay')
  ends.push(async () => {
    await relay.close()
    server.close()
    await service.stop()
  })
  return { service, relay, url, server }
}
const connect = async (url: string, options: Parameters<typeof createTestClient>[1] = {}) =>
  createTestClient(url, { projectId: 'demo', ...options })
const texts = (client: TestClient) => client.received.map(({ params }) => params.data.message)

test('a message crosses from one process to another, and waits in the database', async () => {
  const [one, two] = [await startProcess(), await startProcess()]
  const dapp = await connect(one.url, { headers: { origin: HOST } })
  const wallet = await connect(two.url)
  const topic = randomTopic()
  const publish = (message: string) => dapp.call('irn_publish', { topic, message, ttl: 300, tag: 1108 })
  await wallet.call('irn_subscribe', { topic })
  await publish('across')
  await wallet.until(() => wallet.received.length === 1)
  await wallet.close()
  await publish('later')
  const returned = await connect(one.url, { keys: wallet.keys })
  await returned.call('irn_subscribe', { topic })
  await returned.until(() => returned.received.length === 1)
  expect([...texts(wallet), ...texts(returned)]).toEqual(['across', 'later'])
})

test('what a caller of the relay uses is counted over all processes', async () => {
  const process = () => countCallers({ take: createLeasedLimiter(database.db, Date.now) })
  const [one, two] = [process(), process()]
  const use = async (count: ReturnType<typeof process>, times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, () => count('messages:a', 1, 30)))
    return answers.filter(Boolean).length
  }
  expect(await use(one, 20)).toBe(20)
  expect((await use(two, 20)) + (await use(one, 20))).toBe(10)
  expect(await two('messages:b', 30, 30)).toBe(true)
})

test('R5-48 pages that are not on the list are let in within a limit of the project', async () => {
  const { url } = await startProcess()
  const guest = () => connect(url, { headers: { origin: 'https://guest.example' } })
  await guest()
  await guest()
  await expect(guest()).rejects.toThrow('403')
  await connect(url, { headers: { origin: HOST } })
})

test('hidden origins and other projects are refused, and what happens is counted but not told', async () => {
  const { service, url } = await startProcess()
  await expect(connect(url, { headers: { origin: 'null' } })).rejects.toThrow('403')
  await expect(connect(url, { projectId: 'other' })).rejects.toThrow('403')
  await expect(connect(url.replace('/relay', '/elsewhere'))).rejects.toThrow('404')
  const client = await connect(url)
  const topic = randomTopic()
  await client.call('irn_publish', { topic, message: 'sealed text', ttl: 300, tag: 1, rpcMethods: ['eth_x'] })
  const metrics = await service.metrics.registry.metrics()
  expect(metrics).toContain('latchkey_relay_sockets 1')
  expect(metrics).toContain('latchkey_relay_refusals_total{status="403"} 2')
  expect(metrics).toContain('latchkey_relay_calls_total{method="irn_publish",outcome="ok"} 1')
  const told = `${metrics}${service.logs.join('')}`
  for (const secret of [topic, 'sealed text', 'eth_x', 'eyJ']) expect(told).not.toContain(secret)
})

test('closing tells each client that the service goes away', async () => {
  const { relay, url } = await startProcess()
  const client = await connect(url)
  const closed = once(client.socket, 'close')
  await relay.close()
  expect((await closed)[0]).toBe(1001)
})

test('without the setting there is no relay', async () => {
  const service = await createTestService({ deps: { database } })
  ends.push(service.stop)
  const server = createServer()
  expect(service.attachRelay(server)).toBeNull()
  expect(server.listenerCount('upgrade')).toBe(0)
})
