import { createHash } from 'node:crypto'
import type { Connection } from './Connection.ts'
import type { Publication } from './calls.ts'
import type { Hub } from './Hub.ts'
import type { StoredMessage } from './Mailbox.ts'
import { inAMinute } from './RelayLimits.ts'
import { MailboxFullError, TooFastError } from './relayErrors.ts'

/**
 * Stores a message. Clients repeat a publication that was not answered in time: the same message on the same topic is
 * the same message.
 *
 * @returns the message, unless the topic has or had it already
 * @throws MailboxFullError
 */
async function store(
  hub: Hub,
  publisher: Connection,
  publication: Publication,
): Promise<StoredMessage | undefined> {
  const { topic, message, ttl, tag, attestation } = publication
  const publishedAt = hub.now()
  const stored: StoredMessage = {
    topic,
    hash: createHash('sha256').update(message).digest('hex'),
    message,
    tag,
    ...(attestation === undefined ? {} : { attestation }),
    publisher: publisher.clientId,
    publishedAt,
    expiresAt: publishedAt + ttl * 1_000,
  }
  const outcome = await hub.mailbox.put(stored, hub.limits.messagesPerTopic)
  if (outcome === 'full') throw new MailboxFullError()
  hub.report({ type: outcome })
  return outcome === 'stored' ? stored : undefined
}

/** Sends a message to every other client of its topic. */
export function fanOut(hub: Hub, publisher: Connection, stored: StoredMessage): void {
  for (const receiver of hub.subscriptions.of(stored.topic)) {
    // The other tab of the publisher is the publisher too. A receiver whose subscription reads the mailbox at this
    // moment may have it already.
    if (receiver.clientId === publisher.clientId || receiver.awaitedAs(stored) !== undefined) continue
    receiver.push(stored, hub.nextId())
    hub.report({ type: 'delivered' })
  }
}

/**
 * Stores one message or a batch.
 *
 * @returns those that are to be sent on
 * @throws TooFastError, MailboxFullError
 */
export async function storeAll(
  hub: Hub,
  publisher: Connection,
  publications: readonly Publication[],
): Promise<StoredMessage[]> {
  const bytes = publications.reduce(
    (sum, { message, attestation = '' }) => sum + message.length + attestation.length,
    0,
  )
  const { clientId, address } = publisher
  const { publications: messages, volumes, limits, countAll } = hub
  const isCounted =
    messages.take(clientId, publications.length) &&
    volumes.take(address, bytes) &&
    (await countAll(
      `messages:${clientId}`,
      publications.length,
      inAMinute(limits.publishBurst, limits.publishPerSecond),
    )) &&
    (await countAll(
      `bytes:${address}`,
      bytes,
      inAMinute(limits.publishBytesBurst, limits.publishBytesPerSecond),
    ))
  if (!isCounted) throw new TooFastError()
  const stored: StoredMessage[] = []
  try {
    for (const publication of publications) {
      const message = await store(hub, publisher, publication)
      if (message) stored.push(message)
    }
  } catch (error) {
    // What a refused batch has stored counts as repeated when it is tried again, so it goes out now.
    for (const message of stored) fanOut(hub, publisher, message)
    throw error
  }
  return stored
}
