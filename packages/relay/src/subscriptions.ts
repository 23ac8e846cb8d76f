import { createHash } from 'node:crypto'
import type { Connection } from './Connection.ts'

/** Which sockets listen to which topics. */
export type Subscriptions = {
  add: (topic: string, connection: Connection) => void
  remove: (topic: string, connection: Connection) => void
  removeAll: (connection: Connection) => void
  of: (topic: string) => ReadonlySet<Connection>
  topics: () => string[]
  count: () => number
}

const NONE: ReadonlySet<Connection> = new Set()

export function createSubscriptions(): Subscriptions {
  const byTopic = new Map<string, Set<Connection>>()
  let total = 0
  const remove = (topic: string, connection: Connection) => {
    const connections = byTopic.get(topic)
    if (!connections?.delete(connection)) return
    connection.topics.delete(topic)
    total -= 1
    if (connections.size === 0) byTopic.delete(topic)
  }
  return {
    add(topic, connection) {
      const connections = byTopic.get(topic) ?? new Set()
      if (connections.has(connection)) return
      byTopic.set(topic, connections.add(connection))
      connection.topics.add(topic)
      total += 1
    },
    remove,
    removeAll(connection) {
      for (const topic of [...connection.topics]) remove(topic, connection)
    },
    of: (topic) => byTopic.get(topic) ?? NONE,
    topics: () => [...byTopic.keys()],
    count: () => total,
  }
}

/** The id that a client computes for its own subscription. */
export const subscriptionId = (topic: string, clientId: string): string =>
  createHash('sha256').update(`${topic}did:key:${clientId}`).digest('hex')
