import type { Connection } from './Connection.ts'
import type { Mailbox } from './Mailbox.ts'
import type { RelayEvent } from './RelayEvent.ts'
import type { CountAll, RelayLimits } from './RelayLimits.ts'
import type { Subscriptions } from './subscriptions.ts'

/** What the calls of every socket share. */
export type Hub = {
  mailbox: Mailbox
  subscriptions: Subscriptions
  limits: RelayLimits
  /** Counts publications by client. */
  publications: { take: (clientId: string, amount?: number) => boolean }
  /** Counts bytes of messages by address. */
  volumes: { take: (address: string, amount: number) => boolean }
  countAll: CountAll
  now: () => number
  /** A number that no message of this relay had before. */
  nextId: () => number
  report: (event: RelayEvent) => void
  /** Keeps account of a failure; gets no content. */
  failed: (what: string, error: unknown) => void
}

/** Messages that are sent at once; the next ones follow when these are acknowledged. */
const PAGE = 100

/**
 * Sends a client what waits for it on these topics.
 *
 * @param again whether that includes what was sent and is not acknowledged yet
 */
export async function pushWaiting(
  hub: Hub,
  connection: Connection,
  topics: readonly string[],
  again: boolean,
): Promise<void> {
  const { mailbox, nextId, report } = hub
  // What is sent while the mailbox is read must not be sent twice.
  const began = nextId()
  const waiting = await mailbox.pending(topics, connection.clientId, PAGE)
  if (waiting.length === PAGE) connection.hasMore = true
  else if (topics.length === connection.topics.size) connection.hasMore = false
  for (const message of waiting) {
    const awaitedAs = connection.awaitedAs(message) ?? 0
    if (!connection.topics.has(message.topic) || awaitedAs > (again ? began : 0)) continue
    connection.push(message, nextId())
    report({ type: 'delivered' })
  }
}
