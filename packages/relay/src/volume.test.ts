import { afterEach, describe, expect, test } from 'vitest'
import { createMemoryMailbox } from './Mailbox.ts'
import { createTestClient, randomTopic } from './testing/createTestClient.ts'
import { startTestRelay } from './testing/startTestRelay.ts'

let stop: () => Promise<void> = async () => undefined
afterEach(() => stop())
async function start(options: Parameters<typeof startTestRelay>[0] = {}) {
  const started = await startTestRelay(options)
  stop = started.stop
  return started
}
type Fetched = { messages: { message: string }[]; hasMore: boolean }
const publication = (message: string, topic = randomTopic()) => ({ topic, message, ttl: 300, tag: 1108 })

test('an address may store so much, however many clients it makes up', async () => {
  const { url } = await start({ limits: { publishBytesBurst: 1_000, publishBytesPerSecond: 0 } })
  const publish = async (size: number) =>
    (await createTestClient(url)).frame('irn_publish', publication('a'.repeat(size)))
  expect(await publish(600)).toMatchObject({ result: true })
  expect(await publish(600)).toMatchObject({ error: { code: expect.any(Number) } })
  expect(await publish(400)).toMatchObject({ result: true })
})

test('a socket that reads is not cut, however much it is sent in all', async () => {
  const { url } = await start({ limits: { bufferedBytesTotal: 2_000 } })
  const client = await createTestClient(url)
  const topic = randomTopic()
  for (let round = 0; round < 20; round += 1) {
    await client.call('irn_publish', publication('a'.repeat(300), topic))
    await client.call('irn_fetchMessages', { topic })
  }
})

test('two relays that count together let a caller through once, not twice', async () => {
  const counts = new Map<string, number>()
  const countAll = async (key: string, amount: number, most: number) => {
    const sum = (counts.get(key) ?? 0) + amount
    if (sum <= most) counts.set(key, sum)
    return sum <= most
  }
  const limits = { publishBurst: 2, publishPerSecond: 0, upgradeBurst: 3, upgradesPerSecond: 0 }
  const one = await startTestRelay({ limits, countAll })
  const two = await startTestRelay({ limits, countAll })
  stop = async () => void (await Promise.all([one.stop(), two.stop()]))
  const first = await createTestClient(one.url)
  const second = await createTestClient(two.url, { keys: first.keys })
  expect(await first.frame('irn_publish', publication('a'))).toMatchObject({ result: true })
  expect(await second.frame('irn_publish', publication('b'))).toMatchObject({ result: true })
  expect(await second.frame('irn_publish', publication('c'))).toMatchObject({
    error: { code: expect.any(Number) },
  })
  await createTestClient(one.url)
  await expect(createTestClient(two.url)).rejects.toThrow('429')
})

test('a relay that cannot count over all processes opens no socket', async () => {
  const { url } = await start({ countAll: () => Promise.reject(new Error('the database is away')) })
  await expect(createTestClient(url)).rejects.toThrow('503')
})

test.each(['a\u0000b', 'ä', '\ud83d', '\u202e', ''])(
  'a message is printable ASCII, which sealed ones are: not %j',
  async (message) => {
    const { url } = await start()
    const client = await createTestClient(url)
    expect(await client.frame('irn_publish', publication(message))).toMatchObject({
      error: { code: -32_602 },
    })
  },
)

describe('of 20 messages of 1 MB', () => {
  const letters = [...'abcdefghijklmnopqrst']
  async function fill() {
    const { url } = await start()
    const topic = randomTopic()
    const dapp = await createTestClient(url)
    for (const letter of letters) await dapp.call('irn_publish', publication(letter.repeat(1_000_000), topic))
    return { url, topic }
  }

  test('a fetch reads what fits into 2 MiB, and the next one goes on from there', async () => {
    const { url, topic } = await fill()
    const wallet = await createTestClient(url)
    const seen: string[] = []
    const ends: boolean[] = []
    while (ends.at(-1) !== true && ends.length < letters.length) {
      const answer = (await wallet.call('irn_fetchMessages', { topic })) as Fetched
      seen.push(...answer.messages.map(({ message }) => message.charAt(0)))
      ends.push(!answer.hasMore)
    }
    expect(Math.max(...wallet.raw.map(({ length }) => length))).toBeLessThan(2_097_152)
    expect(seen).toEqual(letters)
    expect(ends).toHaveLength(10)
    const again = (await wallet.call('irn_batchFetchMessages', { topics: [topic] })) as Fetched
    expect(again.messages.map(({ message }) => message.charAt(0))).toEqual(['a', 'b'])
    expect(again.hasMore).toBe(true)
  })

  test('a subscription gets all, two at a time', async () => {
    const { url, topic } = await fill()
    const wallet = await createTestClient(url, { acknowledges: false })
    await wallet.call('irn_subscribe', { topic })
    for (let count = 2; count <= letters.length; count += 2) {
      await wallet.until(() => wallet.received.length >= count)
      expect((await wallet.frame('irn_unsubscribe', { topic: randomTopic() })).result).toBe(true)
      expect(wallet.received).toHaveLength(count)
      for (const { id } of wallet.received.slice(-2)) wallet.acknowledge(id)
    }
    expect(wallet.received.map(({ params }) => params.data.message.charAt(0))).toEqual(letters)
  })
})

test('what cannot be stored yet waits at the sender, and all of it arrives in the end', async () => {
  const memory = createMemoryMailbox()
  let free: () => void = () => undefined
  const blocked = new Promise<void>((resolve) => {
    free = resolve
  })
  const mailbox = {
    ...memory,
    put: async (...message: Parameters<typeof memory.put>) => {
      await blocked
      return memory.put(...message)
    },
  }
  const { url, relay } = await start({ mailbox, limits: { queuedBytes: 200_000 } })
  const client = await createTestClient(url)
  const sent = Array.from({ length: 24 }, () =>
    client.frame('irn_publish', publication('a'.repeat(1_000_000))),
  )
  // The sockets of the machine hold a few megabytes; the rest has not left the client.
  await new Promise<void>((resolve) => {
    let before = -1
    const timer = setInterval(() => {
      if (client.socket.bufferedAmount === before) {
        clearInterval(timer)
        resolve()
      }
      before = client.socket.bufferedAmount
    }, 100)
  })
  expect(client.socket.bufferedAmount).toBeGreaterThan(8_000_000)
  free()
  expect((await Promise.all(sent)).every(({ result }) => result === true)).toBe(true)
  expect(relay.stats().stored).toBe(24)
})
