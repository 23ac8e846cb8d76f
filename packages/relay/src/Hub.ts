import { createHash } from 'node:crypto'
import type { TokenBucket } from '@latchkey/std/tokenBucket'
import type { WebSocket } from 'ws'
import type { Mailbox, StoredMessage } from './Mailbox.ts'
import type { RelayEvent } from './RelayEvent.ts'
import type { CountAll, RelayLimits } from './RelayLimits.ts'

/** One socket of one client. A client may have several, such as two tabs. */
export type Connection = {
  readonly clientId: string
  /** Where it is counted. */
  readonly address: string
  readonly socket: WebSocket
  readonly topics: Set<string>
  readonly calls: TokenBucket
  /** Calls that were refused for their rate since the last one that was not. */
  refusals: number
  /** More waits in the mailbox than was sent at once. */
  hasMore: boolean
  /** Where its last look at the mailbox ended, and at which topics, when it did not see all that waits there. */
  looked: { topics: string; next: number } | undefined
  /** Set by a pong, taken away by a ping. */
  answered: boolean
  /** When the last frame came. Milliseconds since the epoch. */
  heardAt: number
  isOpen: () => boolean
  /** The id under which the message is on its way, until it is acknowledged. */
  awaitedAs: (message: StoredMessage) => number | undefined
  /** How many messages are on their way. */
  awaited: () => number
  /** Sends a message; the acknowledgement will name `id`. */
  push: (message: StoredMessage, id: number) => void
  /** Takes an acknowledgement; answers the message that it is for, if any. */
  settle: (id: number | string) => { topic: string; hash: string } | undefined
  send: (text: string) => void
}

/** Counts what all sockets hold back together: many that read nothing must not fill this process either. */
export type Outgoing = {
  /**
   * Counts what a socket is about to be sent. Where that makes too much of all, the socket that holds most is cut.
   *
   * @returns called when it has left
   */
  hold: (socket: WebSocket, bytes: number) => () => void
  /** Counts nothing of a socket any more: it has closed. */
  forget: (socket: WebSocket) => void
}

/** @param most bytes of all sockets together */
export function createOutgoing(most: number): Outgoing {
  const held = new Map<WebSocket, number>()
  let total = 0
  const change = (socket: WebSocket, bytes: number) => {
    const now = (held.get(socket) ?? 0) + bytes
    total += bytes
    if (now > 0) held.set(socket, now)
    else held.delete(socket)
  }
  return {
    hold(socket, bytes) {
      change(socket, bytes)
      while (total > most) {
        const [largest, size] = [...held].reduce((one, other) => (other[1] > one[1] ? other : one))
        change(largest, -size)
        largest.terminate()
      }
      // What a socket held that was cut or has closed is counted no more.
      return () => held.has(socket) && change(socket, -bytes)
    },
    forget: (socket) => change(socket, -(held.get(socket) ?? 0)),
  }
}

/**
 * @param bufferedBytes what the socket may hold back before it is cut
 * @param calls counts the calls of this socket
 * @param mostAwaited messages on their way at once
 */
export function createConnection(options: {
  socket: WebSocket
  clientId: string
  address: string
  mostAwaited: number
  calls: TokenBucket
  bufferedBytes: number
  outgoing: Outgoing
  heardAt: number
}): Connection {
  const { socket, clientId, address, bufferedBytes, mostAwaited, outgoing } = options
  const byId = new Map<number, { topic: string; hash: string }>()
  /** A message that is sent again has a new id; the old one is forgotten. */
  const byMessage = new Map<string, number>()
  const keyOf = ({ topic, hash }: { topic: string; hash: string }) => `${topic}:${hash}`
  const isOpen = () => socket.readyState === socket.OPEN
  const send = (text: string) => {
    if (!isOpen()) return
    // A peer that reads nothing must not fill this process with what it was sent.
    if (socket.bufferedAmount + text.length > bufferedBytes) return socket.terminate()
    const hasLeft = outgoing.hold(socket, text.length)
    if (isOpen()) socket.send(text, hasLeft)
  }
  return {
    clientId,
    address,
    socket,
    topics: new Set(),
    calls: options.calls,
    refusals: 0,
    hasMore: false,
    looked: undefined,
    answered: true,
    heardAt: options.heardAt,
    isOpen,
    send,
    awaitedAs: (message) => byMessage.get(keyOf(message)),
    awaited: () => byId.size,
    push(message, id) {
      const { topic, hash, publishedAt, tag, attestation } = message
      const before = byMessage.get(keyOf(message))
      if (before !== undefined) byId.delete(before)
      byMessage.set(keyOf(message), id)
      byId.set(id, { topic, hash })
      // A client that acknowledges nothing must not fill this process either.
      const [oldest] = byId
      if (oldest && byId.size > mostAwaited) {
        byId.delete(oldest[0])
        byMessage.delete(keyOf(oldest[1]))
      }
      const data = { topic, message: message.message, publishedAt, tag, attestation }
      const params = { id: subscriptionId(topic, clientId), data }
      send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }))
    },
    settle(id) {
      // Some clients answer a number with the same digits as a string.
      const key = typeof id === 'number' ? id : /^\d{1,16}$/.test(id) ? Number(id) : Number.NaN
      const settled = byId.get(key)
      if (!settled) return undefined
      byId.delete(key)
      byMessage.delete(keyOf(settled))
      return settled
    },
  }
}

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

/** What the calls of every socket share. */
export type Hub = {
  mailbox: Mailbox
  subscriptions: Subscriptions
  limits: RelayLimits
  outgoing: Outgoing
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
/** What is read of the mailbox at once: this process holds it, as text too, for each socket that asks. */
export const PAGE_BYTES = 2_097_152

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
  const size = { messages: PAGE, bytes: PAGE_BYTES }
  const { messages, next } = await mailbox.pending(topics, connection.clientId, size)
  if (next !== undefined) connection.hasMore = true
  else if (topics.length === connection.topics.size) connection.hasMore = false
  for (const message of messages) {
    const awaitedAs = connection.awaitedAs(message) ?? 0
    if (!connection.topics.has(message.topic) || awaitedAs > (again ? began : 0)) continue
    connection.push(message, nextId())
    report({ type: 'delivered' })
  }
}
