type Entry = StoredMessage & { acknowledged: boolean; sequence: number }

/** An entry costs this much besides its message. */
const ENTRY_BYTES = 512

/**
 * A mailbox in the memory of one process. Waiting messages end with it.
 *
 * @param now milliseconds since the epoch
 * @param bytes what all messages together may take; default 128 MiB
 * @example
 * const relay = createRelay({ publicUrls: ['ws://127.0.0.1:7000'], mailbox: createMemoryMailbox() })
 */
export function createMemoryMailbox(now: () => number = Date.now, bytes = 134_217_728): Mailbox {
  const topics = new Map<string, Map<string, Entry>>()
  let used = 0
  let sequence = 0
  const sizeOf = ({ message }: Entry) => message.length + ENTRY_BYTES
  const waits = (entry: Entry) => !entry.acknowledged && entry.expiresAt > now()

  const remove = (topic: string, hash: string) => {
    const entries = topics.get(topic)
    const entry = entries?.get(hash)
    if (!entries || !entry) return
    used -= sizeOf(entry)
    entries.delete(hash)
    if (entries.size === 0) topics.delete(topic)
  }
  const sweep = async () => {
    for (const [topic, entries] of topics)
      for (const [hash, { expiresAt }] of entries) if (expiresAt <= now()) remove(topic, hash)
  }
  return {
    async put(message, limit) {
      const entry: Entry = { ...message, acknowledged: false, sequence: ++sequence }
      const known = topics.get(message.topic)?.get(message.hash)
      if (known && known.expiresAt > now()) return 'repeated'
      remove(message.topic, message.hash)
      const waiting = [...(topics.get(message.topic)?.values() ?? [])].filter(waits)
      if (used + sizeOf(entry) > bytes) await sweep()
      if (waiting.length >= limit || used + sizeOf(entry) > bytes) return 'full'
      const entries = topics.get(message.topic) ?? new Map<string, Entry>()
      topics.set(message.topic, entries.set(message.hash, entry))
      used += sizeOf(entry)
      return 'stored'
    },
    async pending(wanted, reader, { messages, bytes, after = 0 }) {
      const waiting = wanted
        .flatMap((topic) => [...(topics.get(topic)?.values() ?? [])])
        .filter((entry) => waits(entry) && entry.publisher !== reader && entry.sequence > after)
        .sort((a, b) => a.sequence - b.sequence)
      let total = 0
      const page = waiting.slice(0, messages).filter(({ message, attestation = '' }, index) => {
        total += message.length + attestation.length
        return index === 0 || total <= bytes
      })
      return {
        messages: page.map(({ acknowledged: _, sequence: __, ...message }) => message),
        next: page.length < waiting.length ? page.at(-1)?.sequence : undefined,
      }
    },
    async acknowledge(topic, hashes) {
      for (const hash of hashes) {
        const entry = topics.get(topic)?.get(hash)
        if (!entry || entry.acknowledged) continue
        used -= sizeOf(entry)
        entry.acknowledged = true
        entry.message = ''
        entry.expiresAt = Math.min(entry.expiresAt, now() + REMEMBERED)
        used += sizeOf(entry)
      }
    },
    sweep,
    // Nobody else can store anything here.
    listen: async () => async () => undefined,
  }
}

/** A message that waits for its receiver. Its content is sealed by the clients; the relay cannot read it. */
export type StoredMessage = {
  /** 64 hex digits. */
  topic: string
  /** SHA-256 of `message` in hex: with the topic it names the message. */
  hash: string
  message: string
  /** What kind of message it is, as the clients count them. */
  tag: number
  attestation?: string
  /** The client that published it. It never gets it back. */
  publisher: string
  /** Milliseconds since the epoch. */
  publishedAt: number
  expiresAt: number
}

/** What became of a message: `repeated` is one that the topic has or had already. */
export type PutOutcome = 'stored' | 'repeated' | 'full'

/** How much is read at once. */
export type PageSize = {
  messages: number
  /** What they may take together. The first one comes whatever it takes. */
  bytes: number
  /** The `next` of the page before. */
  after?: number | undefined
}

/** What waits, as far as there was room for it. */
export type Page = {
  messages: StoredMessage[]
  /** Where the next page begins; undefined when nothing more waits. */
  next: number | undefined
}

/**
 * Where messages wait until their receiver says that it has them. Several relays may share one: whatever one stores,
 * `listen` tells the others.
 */
export type Mailbox = {
  /**
   * Keeps a message and tells the other relays.
   *
   * @param limit messages of one topic that may wait
   */
  put: (message: StoredMessage, limit: number) => Promise<PutOutcome>
  /** Messages that wait on these topics, oldest first, without those that `reader` published itself. */
  pending: (topics: readonly string[], reader: string, size: PageSize) => Promise<Page>
  /** Forgets the content. The hash stays for a while, so that a repeated publication is still known. */
  acknowledge: (topic: string, hashes: readonly string[]) => Promise<void>
  /** Deletes what has expired. */
  sweep: () => Promise<void>
  /**
   * Calls `onStored` for each message that another relay stored, and `onGap` when some may have been missed.
   *
   * @returns ends it
   */
  listen: (onStored: (topic: string) => void, onGap: () => void) => Promise<() => Promise<void>>
}

/** How long the hash of a delivered message is remembered: clients repeat a publication for a minute. */
export const REMEMBERED = 300_000
