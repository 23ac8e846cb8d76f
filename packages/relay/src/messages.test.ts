import { encodeIss, generateKeyPair } from '@walletconnect/relay-auth'
import { afterEach, describe, expect, test } from 'vitest'
import { createMemoryMailbox } from './Mailbox.ts'
import { createTestClient, randomTopic, sha256 } from './testing/createTestClient.ts'
import { startTestRelay } from './testing/startTestRelay.ts'

let stop: () => Promise<void> = async () => undefined
afterEach(() => stop())

async function start(options: Parameters<typeof startTestRelay>[0] = {}) {
  const started = await startTestRelay(options)
  stop = started.stop
  return started
}
const publication = (topic: string, message: string, more = {}) => ({
  topic,
  message,
  ttl: 300,
  tag: 1108,
  ...more,
})
const texts = (client: { received: { params: { data: { message: string } } }[] }) =>
  client.received.map(({ params }) => params.data.message)

describe('a message', () => {
  test('goes to the other clients of its topic, and never back to the publisher', async () => {
    const { url } = await start()
    const keys = generateKeyPair()
    const [dapp, tab] = [await createTestClient(url, { keys }), await createTestClient(url, { keys })]
    const wallet = await createTestClient(url)
    const topic = randomTopic()
    for (const client of [dapp, tab, wallet]) await client.call('irn_subscribe', { topic })
    expect(await dapp.call('irn_publish', publication(topic, 'one', { prompt: true }))).toBe(true)
    await wallet.until(() => wallet.received.length === 1)
    const data = { topic, message: 'one', tag: 1108, publishedAt: expect.any(Number) }
    expect(wallet.received[0]?.params.data).toEqual(data)
    await wallet.call('irn_publish', publication(topic, 'two'))
    await Promise.all([dapp, tab].map((client) => client.until(() => client.received.length === 1)))
    expect([texts(dapp), texts(tab), texts(wallet)]).toEqual([['two'], ['two'], ['one']])
  })

  test('the id of a subscription is the one that the client computes', async () => {
    const { url } = await start()
    const keys = generateKeyPair()
    const client = await createTestClient(url, { keys })
    const topic = randomTopic()
    expect(await client.call('irn_subscribe', { topic })).toBe(sha256(topic + encodeIss(keys.publicKey)))
  })

  test('waits for a client that is away until the client acknowledges it', async () => {
    const { url, relay } = await start()
    const topic = randomTopic()
    const dapp = await createTestClient(url)
    await dapp.call('irn_publish', publication(topic, 'one', { attestation: 'a' }))
    const keys = generateKeyPair()
    const first = await createTestClient(url, { keys, acknowledges: false })
    await first.call('irn_subscribe', { topic })
    await first.until(() => first.received.length === 1)
    await first.close()
    const second = await createTestClient(url, { keys, acknowledges: false })
    await second.call('irn_batchSubscribe', { topics: [topic, randomTopic()] })
    await second.until(() => second.received.length === 1)
    expect(second.received[0]?.params.data).toMatchObject({ message: 'one', attestation: 'a' })
    expect(second.received[0]?.id).toBeGreaterThan(first.received[0]?.id ?? Infinity)
    second.acknowledge(second.received[0]?.id ?? 0)
    await second.call('irn_unsubscribe', { topic, id: 'x' })
    await second.call('irn_subscribe', { topic })
    expect(await second.call('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
    expect(second.received).toHaveLength(1)
    expect(relay.stats()).toMatchObject({ stored: 1, delivered: 2, acknowledged: 1, subscriptions: 2 })
  })

  test('an answer that is not true acknowledges nothing', async () => {
    const { url } = await start()
    const topic = randomTopic()
    const [dapp, wallet] = [await createTestClient(url), await createTestClient(url, { acknowledges: false })]
    await wallet.call('irn_subscribe', { topic })
    await dapp.call('irn_publish', publication(topic, 'one'))
    await wallet.until(() => wallet.received.length === 1)
    const id = wallet.received[0]?.id
    wallet.socket.send(JSON.stringify({ id, jsonrpc: '2.0', error: { code: 1, message: 'no' } }))
    await wallet.call('irn_subscribe', { topic })
    await wallet.until(() => wallet.received.length === 2)
    wallet.socket.send(JSON.stringify({ id: `${wallet.received[1]?.id}`, jsonrpc: '2.0', result: true }))
    expect(await wallet.call('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
  })

  test('a last message and a last acknowledgement count although the socket closes behind them', async () => {
    const memory = createMemoryMailbox()
    const slow =
      <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        await new Promise((resolve) => setImmediate(resolve))
        return act(...args)
      }
    const mailbox = { ...memory, put: slow(memory.put), acknowledge: slow(memory.acknowledge) }
    const { url, relay } = await start({ mailbox })
    const [dapp, wallet] = [await createTestClient(url), await createTestClient(url)]
    const topic = randomTopic()
    for (const message of ['one', 'two', 'three'])
      dapp.socket.send(
        JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_publish', params: publication(topic, message) }),
      )
    dapp.socket.send(JSON.stringify({ id: 2, jsonrpc: '2.0', method: 'irn_subscribe', params: { topic } }))
    await dapp.close()
    await expect.poll(() => relay.stats().stored).toBe(3)
    await wallet.call('irn_subscribe', { topic })
    await wallet.until(() => wallet.received.length === 3)
    await wallet.close()
    await expect.poll(() => relay.stats()).toMatchObject({ acknowledged: 3, subscriptions: 0, sockets: 0 })
  })

  test('published twice is one message, before and after its delivery', async () => {
    const { url, relay } = await start()
    const topic = randomTopic()
    const [dapp, wallet] = [await createTestClient(url), await createTestClient(url)]
    await dapp.call('irn_publish', publication(topic, 'one'))
    await dapp.call('irn_publish', publication(topic, 'one'))
    await wallet.call('irn_subscribe', { topic })
    await wallet.until(() => wallet.received.length === 1)
    await wallet.call('irn_fetchMessages', { topic })
    expect(await dapp.call('irn_publish', publication(topic, 'one'))).toBe(true)
    await dapp.call('irn_publish', publication(topic, 'two'))
    await wallet.until(() => wallet.received.length === 2)
    expect(texts(wallet)).toEqual(['one', 'two'])
    expect(relay.stats()).toMatchObject({ stored: 2, repeated: 2 })
  })

  test('that was stored although its answer failed goes out when it is published again', async () => {
    const memory = createMemoryMailbox()
    let isLost = true
    const put: typeof memory.put = async (...message) => {
      const outcome = await memory.put(...message)
      if (!isLost) return outcome
      isLost = false
      throw new Error('Connection lost')
    }
    const { url } = await start({ mailbox: { ...memory, put } })
    const topic = randomTopic()
    const [dapp, wallet] = [await createTestClient(url), await createTestClient(url)]
    await wallet.call('irn_subscribe', { topic })
    await expect(dapp.call('irn_publish', publication(topic, 'one'))).rejects.toThrow()
    for (let times = 0; times < 2; times += 1)
      expect(await dapp.call('irn_publish', publication(topic, 'one'))).toBe(true)
    await dapp.call('irn_publish', publication(topic, 'two'))
    await wallet.until(() => wallet.received.length === 2)
    expect(texts(wallet)).toEqual(['one', 'two'])
  })

  test('dies when its time is over', async () => {
    let time = Date.now()
    const { url } = await start({ now: () => time })
    const topic = randomTopic()
    const [dapp, wallet] = [await createTestClient(url), await createTestClient(url)]
    await dapp.call('irn_publish', publication(topic, 'short', { ttl: 1 }))
    await dapp.call('irn_publish', publication(topic, 'long', { ttl: 2_592_000 }))
    time += 1_000
    await wallet.call('irn_subscribe', { topic })
    await wallet.until(() => wallet.received.length === 1)
    expect(texts(wallet)).toEqual(['long'])
  })

  test('more than a page of them arrives in order, page after page', async () => {
    const { url } = await start()
    const topic = randomTopic()
    const [dapp, wallet] = [await createTestClient(url), await createTestClient(url)]
    const messages = Array.from({ length: 180 }, (_, index) => publication(topic, `message ${index}`))
    await dapp.call('irn_batchPublish', { messages })
    await wallet.call('irn_subscribe', { topic })
    await wallet.until(() => wallet.received.length === 180)
    expect(texts(wallet)).toEqual(messages.map(({ message }) => message))
  })
})

describe('the session methods of newer clients', () => {
  test('proposing publishes the proposal and subscribes the sender; approving answers and settles', async () => {
    const { url } = await start()
    const [dapp, wallet] = [await createTestClient(url), await createTestClient(url)]
    const [pairingTopic, sessionTopic] = [randomTopic(), randomTopic()]
    const proposal = {
      pairingTopic,
      sessionProposal: 'proposal',
      ttl: 300,
      attestation: null,
      correlationId: 1,
    }
    expect(await dapp.call('wc_proposeSession', proposal)).toBe(true)
    await wallet.call('irn_subscribe', { topic: pairingTopic })
    await wallet.until(() => wallet.received.length === 1)
    expect(wallet.received[0]?.params.data).toMatchObject({ message: 'proposal', tag: 1100 })
    const approval = {
      sessionTopic,
      pairingTopic,
      sessionProposalResponse: 'yes',
      sessionSettlementRequest: 'settle',
    }
    expect(await wallet.call('wc_approveSession', { ...approval, approvedChains: ['eip155:1'] })).toBe(true)
    await dapp.until(() => dapp.received.length === 1)
    expect(dapp.received[0]?.params.data).toMatchObject({ topic: pairingTopic, message: 'yes', tag: 1101 })
    await dapp.call('irn_subscribe', { topic: sessionTopic })
    await dapp.until(() => dapp.received.length === 2)
    expect(dapp.received[1]?.params.data).toMatchObject({ topic: sessionTopic, message: 'settle', tag: 1102 })
    await dapp.call('irn_publish', publication(sessionTopic, 'ack'))
    await wallet.until(() => wallet.received.length === 2)
  })
})

test('batches unsubscribe and fetch', async () => {
  const { url, relay } = await start()
  const [dapp, wallet] = [await createTestClient(url), await createTestClient(url, { acknowledges: false })]
  const topics = [randomTopic(), randomTopic()]
  const ids = await wallet.call('irn_batchSubscribe', { topics })
  expect(ids).toHaveLength(2)
  const subscriptions = topics.map((topic) => ({ topic, id: 'any' }))
  expect(await wallet.call('irn_batchUnsubscribe', { subscriptions })).toBe(true)
  expect(relay.stats().subscriptions).toBe(0)
  for (const topic of topics) await dapp.call('irn_publish', publication(topic, `to ${topic}`))
  const answer = await wallet.call('irn_batchFetchMessages', { topics })
  expect(answer).toMatchObject({
    hasMore: false,
    messages: topics.map((topic) => ({ topic, message: `to ${topic}` })),
  })
  expect(wallet.received).toHaveLength(0)
})

test.each([
  ['irn_none', {}, -32601],
  ['constructor', {}, -32601],
  ['irn_subscribe', {}, -32602],
  ['irn_subscribe', { topic: 'A'.repeat(64) }, -32602],
  ['irn_subscribe', [], -32602],
  ['irn_batchSubscribe', { topics: [] }, -32602],
  ['irn_batchSubscribe', { topics: Array(501).fill('a'.repeat(64)) }, -32602],
  ['irn_publish', publication('a'.repeat(64), '', {}), -32602],
  ['irn_publish', publication('a'.repeat(64), 'm', { ttl: 0 }), -32602],
  ['irn_publish', publication('a'.repeat(64), 'm', { ttl: 2_592_001 }), -32602],
  ['irn_publish', publication('a'.repeat(64), 'm', { tag: -1 }), -32602],
  ['wc_proposeSession', { pairingTopic: 'a'.repeat(64) }, -32602],
])('%s with parameters that are wrong is refused (case %#)', async (method, params, code) => {
  const { url } = await start()
  const client = await createTestClient(url)
  await expect(client.call(method, params)).rejects.toMatchObject({ code })
})

test('the limits of topics, waiting messages and speed are refused by their own codes', async () => {
  const limits = { subscriptionsPerSocket: 2, messagesPerTopic: 2, publishBurst: 4, publishPerSecond: 0 }
  const { url } = await start({ limits })
  const client = await createTestClient(url)
  const topics = [randomTopic(), randomTopic(), randomTopic()]
  await expect(client.call('irn_batchSubscribe', { topics })).rejects.toMatchObject({ code: 9002 })
  await client.call('irn_batchSubscribe', { topics: topics.slice(0, 2) })
  const topic = randomTopic()
  await client.call('irn_publish', publication(topic, '1'))
  await client.call('irn_publish', publication(topic, '2'))
  await expect(client.call('irn_publish', publication(topic, '3'))).rejects.toMatchObject({ code: 9003 })
  await client.call('irn_publish', publication(randomTopic(), '4'))
  await expect(client.call('irn_publish', publication(topic, '5'))).rejects.toMatchObject({ code: 9001 })
})

test('a client that does not slow down is cut; so is a message over the limit and a binary one', async () => {
  const { url, relay } = await start({
    limits: { callBurst: 5, callsPerSecond: 0, frameBytes: 4_096, queuedCalls: 400 },
  })
  const codeOf = async (act: (socket: import('ws').WebSocket) => void) => {
    const client = await createTestClient(url)
    const code = new Promise((resolve) => client.socket.on('close', resolve))
    act(client.socket)
    return code
  }
  const call = JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscribe', params: {} })
  expect(await codeOf((socket) => socket.send('x'.repeat(5_000)))).toBe(1009)
  expect(await codeOf((socket) => socket.send(Buffer.from([1])))).toBe(1003)
  expect(await codeOf((socket) => Array.from({ length: 300 }, () => socket.send(call)))).toBe(1006)
  await expect.poll(() => relay.stats().sockets).toBe(0)
})

test('a mailbox that fails is answered by a code and named without content', async () => {
  const failures: unknown[] = []
  const memory = createMemoryMailbox()
  const mailbox = { ...memory, put: async () => Promise.reject(new Error('the database is gone')) }
  const { url } = await start({ mailbox, log: (what, error) => failures.push([what, String(error)]) })
  const client = await createTestClient(url)
  await expect(client.call('irn_publish', publication(randomTopic(), 'm'))).rejects.toMatchObject({
    code: -32603,
  })
  expect(failures).toEqual([['call', 'Error: the database is gone']])
})

test('two relays over one mailbox pass on what the other stores', async () => {
  const memory = createMemoryMailbox()
  const listeners = new Set<(topic: string) => void>()
  const shared = () => {
    let own: ((topic: string) => void) | undefined
    return {
      ...memory,
      put: async (...args: Parameters<typeof memory.put>) => {
        const outcome = await memory.put(...args)
        for (const listener of listeners) if (listener !== own) listener(args[0].topic)
        return outcome
      },
      listen: async (onStored: (topic: string) => void) => {
        own = onStored
        listeners.add(onStored)
        return async () => void listeners.delete(onStored)
      },
    }
  }
  const [one, two] = [
    await startTestRelay({ mailbox: shared() }),
    await startTestRelay({ mailbox: shared() }),
  ]
  stop = async () => {
    await one.stop()
    await two.stop()
  }
  const [dapp, wallet] = [await createTestClient(one.url), await createTestClient(two.url)]
  const topic = randomTopic()
  await wallet.call('irn_subscribe', { topic })
  await dapp.call('irn_publish', publication(topic, 'across'))
  await wallet.until(() => wallet.received.length === 1)
  expect(texts(wallet)).toEqual(['across'])
})
