import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createFeeds, TooManyFeedsError } from './createFeeds.ts'
import { serveSubscriber } from './serveSubscriber.ts'
import { readWanted, type Wanted } from './wanted.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const hashOf = (number: number, branch = 0) => `0x${branch}${number.toString(16).padStart(63, '0')}`
const word = (number: number) => `0x${number.toString(16)}`
/** A chain whose blocks from `forked` on are of another branch; each block has one log. */
function fakeNode() {
  const node = { head: 5, forked: Number.POSITIVE_INFINITY, isAway: false, asked: [] as string[] }
  const branchOf = (number: number) => (number >= node.forked ? 1 : 0)
  const block = (number: number) => ({
    number: word(number),
    hash: hashOf(number, branchOf(number)),
    parentHash: hashOf(number - 1, branchOf(number - 1)),
    transactions: ['0x'],
  })
  const ask = async (method: string, [first]: readonly unknown[]) => {
    node.asked.push(method)
    if (node.isAway) throw new Error('away')
    if (method === 'eth_getLogs') {
      const { blockHash } = first as { blockHash: string }
      return [{ blockHash, logIndex: '0x0' }]
    }
    const number = first === 'latest' ? node.head : Number(first)
    return number > node.head ? null : block(number)
  }
  return { node, ask }
}

/** A node that tells of blocks, and can be cut off. */
async function startNodeSocket() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const open = new Set<WebSocket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('message', () => socket.send('{"jsonrpc":"2.0","id":1,"result":"0x1"}'))
    socket.on('close', () => open.delete(socket))
  })
  const cut = () => {
    for (const socket of open) socket.terminate()
  }
  ends.push(() => {
    cut()
    return new Promise((resolve) => server.close(resolve))
  })
  const params = { subscription: '0x1', result: {} }
  const tell = () => {
    for (const socket of open)
      socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params }))
  }
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, open, tell, cut }
}

const wanted = (...params: unknown[]) => readWanted(params) as Wanted
async function listen(feeds: ReturnType<typeof createFeeds>, what: Wanted) {
  const heard: Record<string, unknown>[] = []
  const end = await feeds.subscribe(what, (event) => heard.push(JSON.parse(event)))
  ends.push(end)
  return { heard, end }
}
const until = (check: () => void) => vi.waitFor(check, 30_000)
const NEVER = 3_600_000

test('equal wishes are read once, and nothing is read when nobody wants anything', async () => {
  const { node, ask } = fakeNode()
  const feeds = createFeeds({ ask, interval: 5, urls: [] })
  const address = `0x${'Ab'.repeat(20)}`
  const one = await listen(feeds, wanted('logs', { address }))
  const other = await listen(feeds, wanted('logs', { address: [address.toLowerCase(), address] }))
  node.head = 7
  await until(() => expect([one.heard.length, other.heard.length]).toEqual([2, 2]))
  expect(node.asked.filter((method) => method === 'eth_getLogs')).toHaveLength(2)
  one.end()
  other.end()
  const before = node.asked.length
  const again = await listen(feeds, wanted('newHeads'))
  node.head = 8
  await until(() => expect(again.heard).toHaveLength(1))
  // Its own beginning, and looks since.
  expect(node.asked.length).toBeGreaterThan(before)
  expect(node.asked.slice(before)).not.toContain('eth_getLogs')
})

test('a reorganisation tells the blocks that are now, and takes back the logs of those that were', async () => {
  const { node, ask } = fakeNode()
  const feeds = createFeeds({ ask, interval: 5, urls: [] })
  const heads = await listen(feeds, wanted('newHeads'))
  const logs = await listen(feeds, wanted('logs'))
  node.head = 8
  await until(() => expect(logs.heard).toHaveLength(3))
  Object.assign(node, { head: 9, forked: 7 })
  await until(() => expect(logs.heard).toHaveLength(8))
  expect(heads.heard.map(({ hash }) => hash)).toEqual([
    ...[6, 7, 8].map((number) => hashOf(number)),
    ...[7, 8, 9].map((number) => hashOf(number, 1)),
  ])
  expect(logs.heard.slice(3)).toEqual([
    ...[7, 8].map((number) => ({ blockHash: hashOf(number), logIndex: '0x0', removed: true })),
    ...[7, 8, 9].map((number) => ({ blockHash: hashOf(number, 1), logIndex: '0x0' })),
  ])
})

test('a node that is behind takes nothing back', async () => {
  const { node, ask } = fakeNode()
  const feeds = createFeeds({ ask, interval: 5, urls: [] })
  const { heard } = await listen(feeds, wanted('logs'))
  node.head = 8
  await until(() => expect(heard).toHaveLength(3))
  // Another node answers, whose last block is an older one.
  node.head = 7
  const looks = node.asked.length
  await until(() => expect(node.asked.length).toBeGreaterThan(looks + 3))
  node.head = 9
  await until(() => expect(heard).toHaveLength(4))
  expect(heard.some(({ removed }) => removed)).toBe(false)
})

test('what a network did not answer is made up for', async () => {
  const { node, ask } = fakeNode()
  const feeds = createFeeds({ ask, interval: 5, urls: [] })
  const { heard } = await listen(feeds, wanted('logs'))
  Object.assign(node, { isAway: true, head: 7 })
  const looks = node.asked.length
  await until(() => expect(node.asked.length).toBeGreaterThan(looks + 1))
  node.isAway = false
  await until(() => expect(heard).toHaveLength(2))
})

test('a block whose logs no node tells does not hold up those after it', async () => {
  const { node, ask } = fakeNode()
  const tooLong = hashOf(6)
  const feeds = createFeeds({
    ask: async (method, params) => {
      const answer = await ask(method, params)
      if (JSON.stringify(params).includes(tooLong)) throw new Error('too long')
      return answer
    },
    interval: 5,
    urls: [],
  })
  const { heard } = await listen(feeds, wanted('logs'))
  const readings = () => node.asked.filter((method) => method === 'eth_getLogs').length
  for (const head of [6, 7, 8]) {
    const before = readings()
    node.head = head
    await until(() => expect(readings()).toBeGreaterThan(before))
  }
  await until(() => expect(heard.map(({ blockHash }) => blockHash)).toEqual([7, 8].map((one) => hashOf(one))))
})

test('a node that tells of a block is believed at once, and one that is lost is replaced by looking', async () => {
  const { node, ask } = fakeNode()
  const socket = await startNodeSocket()
  const told = createFeeds({ ask, interval: NEVER, urls: [socket.url] })
  const first = await listen(told, wanted('newHeads'))
  await until(() => expect(socket.open.size).toBe(1))
  node.head = 6
  socket.tell()
  await until(() => expect(first.heard).toHaveLength(1))
  // One for all: a second visitor, with another wish, opens none.
  const second = await listen(told, wanted('logs'))
  node.head = 7
  socket.tell()
  await until(() => expect([first.heard.length, second.heard.length]).toEqual([2, 1]))
  expect(socket.open.size).toBe(1)
  // The last word of a socket that is lost is a look, and it is opened again.
  node.head = 8
  socket.cut()
  await until(() => expect(first.heard).toHaveLength(3))
  await until(() => expect(socket.open.size).toBe(1))
  first.end()
  second.end()
  await until(() => expect(socket.open.size).toBe(0))
})

test('there is an end to how much may be wanted of a network', async () => {
  const { ask } = fakeNode()
  const feeds = createFeeds({ ask, interval: NEVER, urls: [] })
  const wish = (index: number) => wanted('logs', { address: `0x${index.toString(16).padStart(40, '0')}` })
  for (let index = 0; index < 1_000; index++) await listen(feeds, wish(index))
  await expect(listen(feeds, wish(1_000))).rejects.toThrow(TooManyFeedsError)
  await listen(feeds, wish(7))
  // Whoever has filled the places with filters keeps nobody from hearing of new blocks.
  await listen(feeds, { kind: 'newHeads' })
})

test('a client that does not read is closed, with a code that says why', async () => {
  const closed: unknown[] = []
  const socket: EventEmitter & { bufferedAmount: number } = Object.assign(new EventEmitter(), {
    ...{ OPEN: 1, CLOSING: 2, readyState: 1, bufferedAmount: 0 },
    ...{ send: () => undefined, ping: () => undefined, terminate: () => undefined },
    close(code: number, reason: string) {
      closed.push([code, reason])
      this.readyState = 2
      socket.emit('close')
    },
  })
  let tell = (_: string) => {}
  const feeds = {
    subscribe: async (_: Wanted, listener: (event: string) => void) => {
      tell = listener
      return () => undefined
    },
  }
  const limits = {
    subscriptionsPerSocket: 1,
    subscriptionBuffer: 100,
    subscriptionPing: NEVER,
    subscriptionIdle: NEVER,
  }
  const count = async () => undefined
  serveSubscriber(socket as unknown as WebSocket, {
    ...{
      feeds,
      limits,
      hasPending: true,
      hold: () => () => undefined,
      countCall: count,
      countEvent: count,
      report: () => undefined,
    },
  })
  socket.emit('message', '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}', false)
  socket.bufferedAmount = 101
  await until(() => {
    tell('{}')
    expect(closed).toEqual([[1013, 'too slow']])
  })
})
