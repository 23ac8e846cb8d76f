import type { Connection } from './Connection.ts'
import type { Hub } from './Hub.ts'
import { TooManySubscriptionsError } from './relayErrors.ts'

/**
 * Subscribes a socket to topics.
 *
 * @throws TooManySubscriptionsError; then it is subscribed to none of them
 */
export function subscribe(hub: Hub, connection: Connection, topics: readonly string[]): void {
  // Nothing would end the subscription of a socket that has closed meanwhile.
  if (!connection.isOpen()) return
  const fresh = new Set(topics.filter((topic) => !connection.topics.has(topic)))
  if (connection.topics.size + fresh.size > hub.limits.subscriptionsPerSocket)
    throw new TooManySubscriptionsError()
  for (const topic of fresh) hub.subscriptions.add(topic, connection)
}

/**
 * Looks at what waits on topics. What is fetched counts as delivered when the subscription's message is acknowledged,
 * so there is never a next page to ask for.
 */
export async function fetchWaiting(hub: Hub, connection: Connection, topics: readonly string[]) {
  const waiting = await hub.mailbox.pending(topics, connection.clientId, hub.limits.messagesPerTopic)
  const messages = waiting.map(({ topic, message, publishedAt, tag, attestation }) => ({
    topic,
    message,
    publishedAt,
    tag,
    attestation,
  }))
  return { messages, hasMore: false }
}
