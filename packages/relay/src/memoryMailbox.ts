import { type Mailbox, REMEMBERED, type StoredMessage } from './Mailbox.ts'

type Entry = StoredMessage & { acknowledged: boolean }

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
      const entry: Entry = { ...message, acknowledged: false }
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
    async pending(wanted, reader, limit) {
      return wanted
        .flatMap((topic) => [...(topics.get(topic)?.values() ?? [])])
        .filter((entry) => waits(entry) && entry.publisher !== reader)
        .sort((a, b) => a.publishedAt - b.publishedAt)
        .slice(0, limit)
        .map(({ acknowledged: _, ...message }) => message)
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
