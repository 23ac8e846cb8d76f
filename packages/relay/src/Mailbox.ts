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
  pending: (topics: readonly string[], reader: string, limit: number) => Promise<StoredMessage[]>
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
