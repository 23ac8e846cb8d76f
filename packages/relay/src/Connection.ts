import type { TokenBucket } from '@latchkey/std/tokenBucket'
import type { WebSocket } from 'ws'
import type { StoredMessage } from './Mailbox.ts'
import { subscriptionId } from './subscriptions.ts'

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
  /** Takes an acknowledgement: what it stands for, if it stands for anything. */
  settle: (id: number | string) => { topic: string; hash: string } | undefined
  send: (text: string) => void
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
  heardAt: number
}): Connection {
  const { socket, clientId, address, bufferedBytes, mostAwaited } = options
  const byId = new Map<number, { topic: string; hash: string }>()
  /** A message that is sent again has a new id; the old one is forgotten. */
  const byMessage = new Map<string, number>()
  const keyOf = ({ topic, hash }: { topic: string; hash: string }) => `${topic}:${hash}`
  const isOpen = () => socket.readyState === socket.OPEN
  const send = (text: string) => {
    if (!isOpen()) return
    // A peer that reads nothing must not fill this process with what it was sent.
    if (socket.bufferedAmount > bufferedBytes) socket.terminate()
    else socket.send(text, () => undefined)
  }
  return {
    clientId,
    address,
    socket,
    topics: new Set(),
    calls: options.calls,
    refusals: 0,
    hasMore: false,
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
