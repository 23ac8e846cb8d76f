import { request } from 'node:http'
import { generateKeyPair, signJWT } from '@walletconnect/relay-auth'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createRelay } from './createRelay.ts'
import { createTestClient, socketUrl } from './testing/createTestClient.ts'
import { startTestRelay } from './testing/startTestRelay.ts'

let stop: () => Promise<void> = async () => undefined
afterEach(() => stop())

async function start(options: Parameters<typeof startTestRelay>[0] = {}) {
  const started = await startTestRelay(options)
  stop = started.stop
  return started
}

/** The HTTP status that a request for a socket gets; 101 is a socket. */
function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { headers })
    socket.on('unexpected-response', (_request, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    // Once it is closed on both sides it is counted no more.
    socket.on('open', () => {
      socket.on('close', () => resolve(101))
      socket.close()
    })
    socket.on('error', () => undefined)
  })
}

test('a token of the client for this relay opens a socket', async () => {
  const { relay, url } = await start()
  const client = await createTestClient(url)
  expect(relay.stats()).toMatchObject({ sockets: 1, opened: 1, refused: 0 })
  await client.close()
})

test.each([
  ['none', { auth: '' }],
  ['not a token', { auth: 'a.b.c' }],
  ['for another relay', { aud: 'wss://relay.example.org' }],
  ['for no address', { aud: 'test' }],
  ['expired', { ttl: 60, iat: Math.floor(Date.now() / 1_000) - 120 }],
  ['from the future', { iat: Math.floor(Date.now() / 1_000) + 3_600 }],
  ['for a month', { ttl: 30 * 86_400 }],
])('a token that is wrong is refused with 401: %s', async (_name, changes) => {
  const { relay, url } = await start()
  expect(await statusOf(await socketUrl(url, generateKeyPair(), changes))).toBe(401)
  expect(relay.stats()).toMatchObject({ sockets: 0, refused: 1 })
})

test('a token with a changed payload or another key’s signature is refused', async () => {
  const { url } = await start()
  const [mine, other] = [generateKeyPair(), generateKeyPair()]
  const [header, payload] = (await signJWT('11', url, 60, mine)).split('.')
  const signature = (await signJWT('11', url, 60, other)).split('.')[2]
  expect(await statusOf(await socketUrl(url, mine, { auth: `${header}.${payload}.${signature}` }))).toBe(401)
})

test('a slash at the end and upper-case letters of the host do not matter', async () => {
  const { url } = await start()
  const keys = generateKeyPair()
  expect(await statusOf(await socketUrl(url, keys, { aud: `${url}/?projectId=x` }))).toBe(101)
})

test('the project and origin decide, and what cannot be decided is refused', async () => {
  const asked: unknown[] = []
  const { url } = await start({
    limits: { admission: 50 },
    isAllowed: (caller) => {
      asked.push(caller)
      if (caller.projectId === 'slow') return new Promise<boolean>(() => undefined)
      if (caller.projectId === 'broken') throw new Error('the directory is gone')
      return caller.projectId === 'shop' && caller.origin !== 'https://evil.example'
    },
  })
  const ask = async (projectId: string, headers = {}) =>
    statusOf(await socketUrl(url, generateKeyPair(), { projectId }), headers)
  expect(await ask('shop', { origin: 'https://shop.example' })).toBe(101)
  expect(asked).toEqual([{ projectId: 'shop', origin: 'https://shop.example' }])
  expect(await ask('shop')).toBe(101)
  expect(await ask('shop', { origin: 'https://evil.example' })).toBe(403)
  expect(await ask('other')).toBe(403)
  expect(await ask('no such/id')).toBe(403)
  expect(await ask('slow')).toBe(503)
  expect(await ask('broken')).toBe(503)
})

test('one address may hold and ask for so many sockets', async () => {
  const { url, relay } = await start({
    limits: { socketsPerAddress: 2, upgradeBurst: 5, upgradesPerSecond: 0 },
  })
  const clients = [await createTestClient(url), await createTestClient(url)]
  const another = async () => statusOf(await socketUrl(url, generateKeyPair()))
  expect(await another()).toBe(429)
  await clients[0]?.close()
  await expect.poll(() => relay.stats().sockets).toBe(1)
  expect(await another()).toBe(101)
  expect(await another()).toBe(101)
  expect(await another()).toBe(429)
})

test('one project may hold so many sockets', async () => {
  const { url } = await start({ limits: { socketsPerProject: 1 } })
  const client = await createTestClient(url)
  expect(await statusOf(await socketUrl(url, generateKeyPair()))).toBe(429)
  expect(await statusOf(await socketUrl(url, generateKeyPair(), { projectId: 'other' }))).toBe(101)
  await client.close()
})

test('guests of a project take no place of its own pages, and the other way round', async () => {
  const { url } = await start({
    limits: { socketsPerProject: 1, socketsOfGuests: 1 },
    isAllowed: ({ origin }) => (origin === 'https://guest.example' ? 'guest' : true),
  })
  const guest = { origin: 'https://guest.example' }
  const held = [await createTestClient(url, { headers: guest })]
  expect(await statusOf(await socketUrl(url, generateKeyPair()), guest)).toBe(429)
  held.push(await createTestClient(url))
  expect(await statusOf(await socketUrl(url, generateKeyPair()))).toBe(429)
  for (const client of held) await client.close()
})

test('paused it refuses with 503 and cuts what is open; resumed it takes sockets again', async () => {
  const { relay, url } = await start()
  const client = await createTestClient(url)
  relay.pause()
  await client.until(() => client.socket.readyState === client.socket.CLOSED)
  expect(await statusOf(await socketUrl(url, generateKeyPair()))).toBe(503)
  relay.resume()
  expect(await statusOf(await socketUrl(url, generateKeyPair()))).toBe(101)
})

test('another path, and a path that is none, are refused and end nothing', async () => {
  const { url } = await start()
  const query = new URL(await socketUrl(url, generateKeyPair())).search
  expect(await statusOf(`${url}/elsewhere${query}`)).toBe(404)
  const { port } = new URL(url)
  const status = await new Promise((resolve) => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket' }
    const asking = request({ host: '127.0.0.1', port, path: '//', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asking.on('error', () => resolve('cut'))
    asking.end()
  })
  expect([400, 404, 'cut']).toContain(status)
  expect(await statusOf(`${url}/${query}`)).toBe(101)
})

test('closing says 1001 to every socket and takes no more', async () => {
  const { relay, url } = await start()
  const client = await createTestClient(url)
  const code = new Promise((resolve) => client.socket.on('close', resolve))
  await relay.close()
  expect(await code).toBe(1001)
  expect(await statusOf(await socketUrl(url, generateKeyPair()))).toBe(503)
})

test('an address that is not one of a WebSocket is refused at once', () => {
  const isAllowed = () => true
  expect(() => createRelay({ publicUrls: ['https://relay.example.org'], isAllowed })).toThrow('not a ws://')
  expect(() => createRelay({ publicUrls: [], isAllowed })).toThrow('needs a public address')
})

test('a socket that does not answer pings is cut, and one that wants nothing is closed', async () => {
  let time = Date.now()
  const { url } = await start({ limits: { pingInterval: 1_000, idle: 60_000 }, now: () => time })
  const deaf = await createTestClient(url)
  await deaf.call('irn_subscribe', { topic: 'a'.repeat(64) })
  deaf.socket.pong = () => undefined
  const cut = new Promise((resolve) => deaf.socket.on('close', resolve))
  const idle = await createTestClient(url)
  const code = new Promise((resolve) => idle.socket.on('close', resolve))
  expect(await cut).toBe(1006)
  time += 61_000
  expect(await code).toBe(1000)
})
