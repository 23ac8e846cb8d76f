import type { WebSocket } from 'ws'
import type { Connection } from './Connection.ts'
import { type Hub, pushWaiting } from './Hub.ts'

/** How long a socket has to answer a goodbye. Milliseconds. */
const GOODBYE = 2_000

/** Pings every socket; cuts those that did not answer the last one, and those that want nothing. */
function checkSockets(hub: Hub, connections: ReadonlySet<Connection>): void {
  for (const connection of connections) {
    const { socket, topics, heardAt } = connection
    if (!connection.answered) socket.terminate()
    else if (topics.size === 0 && hub.now() - heardAt > hub.limits.idle) socket.close(1000, 'idle')
    else {
      connection.answered = false
      socket.ping()
    }
  }
}

/** Pings and sweeps until the returned function is called. */
export function watchSockets(hub: Hub, connections: ReadonlySet<Connection>): () => void {
  const timer = setInterval(() => {
    checkSockets(hub, connections)
    hub.mailbox.sweep().catch((error: unknown) => hub.failed('sweep', error))
  }, hub.limits.pingInterval)
  timer.unref()
  return () => clearInterval(timer)
}

/** Passes on what other relays store in the same mailbox. */
export function listenToOthers(hub: Hub, connections: ReadonlySet<Connection>): () => Promise<void> {
  const push = (connection: Connection, topics: readonly string[]) =>
    pushWaiting(hub, connection, topics, false).catch((error: unknown) => hub.failed('delivery', error))
  const pushAll = () => {
    for (const connection of connections) push(connection, [...connection.topics])
  }
  const listening = hub.mailbox
    .listen((topic) => {
      for (const connection of hub.subscriptions.of(topic)) push(connection, [topic])
    }, pushAll)
    .then((end) => {
      // Whoever subscribed before it listened may have missed something.
      pushAll()
      return end
    })
    .catch((error: unknown) => {
      hub.failed('listening', error)
      return async () => undefined
    })
  return async () => (await listening)()
}

/** Closes with 1001, and cuts a peer that does not answer. */
export async function sayGoodbye(socket: WebSocket): Promise<void> {
  if (socket.readyState === socket.CLOSED) return
  await new Promise<void>((resolve) => {
    const late = setTimeout(() => socket.terminate(), GOODBYE)
    socket.once('close', () => {
      clearTimeout(late)
      resolve()
    })
    socket.close(1001, 'going away')
  })
}
