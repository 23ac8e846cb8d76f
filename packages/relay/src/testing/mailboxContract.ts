import { afterEach, describe, expect, test } from 'vitest'
import { type Mailbox, type PageSize, REMEMBERED, type StoredMessage } from '../Mailbox.ts'
import { randomTopic, sha256 } from './createTestClient.ts'

/** Two mailboxes over the same store, and its clock. */
export type MailboxUnderTest = {
  one: Mailbox
  two: Mailbox
  /** Milliseconds. */
  advance: (milliseconds: number) => void
  now: () => number
  end?: () => Promise<void>
}

const LIMIT = 100
const SIZE = { messages: LIMIT, bytes: 1_000 }

const storedMessage = (
  under: MailboxUnderTest,
  topic: string,
  text: string,
  more: Partial<StoredMessage> = {},
): StoredMessage => ({
  topic,
  hash: sha256(text),
  message: text,
  tag: 1108,
  publisher: 'dapp',
  publishedAt: under.now(),
  expiresAt: under.now() + 60_000,
  ...more,
})

/** What every mailbox must do. */
export function describeMailbox(name: string, create: () => Promise<MailboxUnderTest>): void {
  describePages(name, create)
  describe(name, () => {
    let under: MailboxUnderTest
    afterEach(() => under.end?.())
    const messageOf = (topic: string, text: string, more: Partial<StoredMessage> = {}) =>
      storedMessage(under, topic, text, more)
    const texts = async (topics: string[], reader = 'wallet', more: Partial<PageSize> = {}) =>
      (await under.two.pending(topics, reader, { ...SIZE, ...more })).messages.map(({ message }) => message)

    test('keeps messages in order for everyone but their publisher', async () => {
      under = await create()
      const [topic, other] = [randomTopic(), randomTopic()]
      const first = messageOf(topic, 'first', { attestation: 'a' })
      expect(await under.one.put(first, LIMIT)).toBe('stored')
      await under.one.put(messageOf(other, 'elsewhere'), LIMIT)
      await under.one.put(messageOf(topic, 'second', { publisher: 'wallet' }), LIMIT)
      await under.one.put(messageOf(topic, 'third'), LIMIT)
      expect(await texts([topic])).toEqual(['first', 'third'])
      expect(await texts([topic], 'dapp')).toEqual(['second'])
      expect(await texts([topic], 'wallet', { messages: 1 })).toEqual(['first'])
      expect(await texts([])).toEqual([])
      expect((await texts([topic, other])).sort()).toEqual(['elsewhere', 'first', 'third'])
      expect((await under.two.pending([topic], 'wallet', SIZE)).messages[0]).toEqual(first)
    })

    test('knows a message again while it waits and for a while after it was acknowledged', async () => {
      under = await create()
      const topic = randomTopic()
      const message = messageOf(topic, 'once', { expiresAt: under.now() + 10 * REMEMBERED })
      expect(await under.one.put(message, LIMIT)).toBe('stored')
      expect(await under.two.put(message, LIMIT)).toBe('repeated')
      expect(await under.two.put(message, 1)).toBe('repeated')
      expect(await under.one.put({ ...message, topic: randomTopic() }, LIMIT)).toBe('stored')
      await under.two.acknowledge(topic, [message.hash, sha256('unknown')])
      expect(await texts([topic])).toEqual([])
      expect(await under.one.put(message, LIMIT)).toBe('repeated')
      under.advance(REMEMBERED)
      expect(await under.one.put(message, LIMIT)).toBe('stored')
      expect(await texts([topic])).toEqual(['once'])
    })

    test('refuses more than the limit, which only waiting messages count against', async () => {
      under = await create()
      const topic = randomTopic()
      await under.one.put(messageOf(topic, '1'), 2)
      await under.one.put(messageOf(topic, '2', { expiresAt: under.now() + 1_000 }), 2)
      expect(await under.one.put(messageOf(topic, '3'), 2)).toBe('full')
      await under.one.acknowledge(topic, [sha256('1')])
      expect(await under.one.put(messageOf(topic, '4'), 2)).toBe('stored')
      under.advance(1_000)
      expect(await under.one.put(messageOf(topic, '5'), 2)).toBe('stored')
      expect(await texts([topic])).toEqual(['4', '5'])
    })

    test('forgets what has expired', async () => {
      under = await create()
      const topic = randomTopic()
      await under.one.put(messageOf(topic, 'short', { expiresAt: under.now() + 1_000 }), LIMIT)
      await under.one.put(messageOf(topic, 'long'), LIMIT)
      under.advance(1_000)
      expect(await texts([topic])).toEqual(['long'])
      await under.one.sweep()
      expect(await under.one.put(messageOf(topic, 'short'), LIMIT)).toBe('stored')
    })
  })
}

function describePages(name: string, create: () => Promise<MailboxUnderTest>): void {
  test(`${name} gives what a page has room for, one message at least, and tells where the next one begins`, async () => {
    const under = await create()
    const topics = [randomTopic(), randomTopic()]
    const [topic = '', other = ''] = topics
    await under.one.put(storedMessage(under, topic, 'a'.repeat(60), { attestation: 'x'.repeat(30) }), LIMIT)
    await under.one.put(storedMessage(under, other, 'b'.repeat(10)), LIMIT)
    await under.one.put(storedMessage(under, topic, 'c'.repeat(200)), LIMIT)
    await under.one.put(storedMessage(under, topic, 'd'), LIMIT)
    const read = async (after?: number, bytes = 100) => {
      const page = await under.two.pending(topics, 'wallet', { messages: 2, bytes, after })
      return { letters: page.messages.map(({ message }) => message[0]).join(''), next: page.next }
    }
    expect((await read(undefined, 99)).letters).toBe('a')
    const pages = [await read()]
    for (let page = pages[0]; page?.next !== undefined; page = pages.at(-1)) pages.push(await read(page.next))
    expect(pages.map(({ letters }) => letters)).toEqual(['ab', 'c', 'd'])
    expect((await read(undefined, 1_000)).letters).toBe('ab')
    expect(await under.two.pending(topics, 'wallet', SIZE)).toMatchObject({ next: undefined })
    await under.end?.()
  })
}
