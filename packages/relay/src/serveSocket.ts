import { createTokenBucket } from '@latchkey/std/tokenBucket'
import type { WebSocket } from 'ws'
import { handlersOf } from './answerCall.ts'
import { type Connection, createConnection } from './Connection.ts'
import type { CallSchemas } from './calls.ts'
import type { Hub } from './Hub.ts'
import { handleFrame } from './handleFrame.ts'

/** Reads the frames of a socket one after the other, so that they take effect in the order in which they came. */
function readFrames(hub: Hub, connection: Connection, schemas: CallSchemas): void {
  const handlers = handlersOf(hub, connection)
  const { queuedCalls, queuedBytes } = hub.limits
  let turn = Promise.resolve()
  let queued = 0
  let bytes = 0
  connection.socket.on('message', (data, isBinary) => {
    connection.heardAt = hub.now()
    connection.answered = true
    if (isBinary) return connection.socket.close(1003, 'text only')
    const text = data.toString()
    queued += 1
    bytes += text.length
    if (queued > queuedCalls) return connection.socket.terminate()
    // The rest waits at the sender, not in this process.
    if (bytes > queuedBytes) connection.socket.pause()
    turn = turn
      .then(() => handleFrame(hub, connection, { schemas, handlers }, text))
      .finally(() => {
        queued -= 1
        bytes -= text.length
        if (connection.socket.isPaused && bytes <= queuedBytes / 2) connection.socket.resume()
      })
  })
}

/**
 * Serves one open socket until it closes.
 *
 * @param connections where it is listed meanwhile
 * @param release called when it has closed
 */
export function serveSocket(
  hub: Hub,
  connections: Set<Connection>,
  schemas: CallSchemas,
  opened: { socket: WebSocket; clientId: string; address: string; release: () => void },
): void {
  const { socket, clientId, address, release } = opened
  const { callBurst, callsPerSecond, bufferedBytes, awaited: mostAwaited } = hub.limits
  const calls = createTokenBucket(callBurst, callsPerSecond, hub.now)
  const connection = createConnection({
    socket,
    clientId,
    address,
    calls,
    bufferedBytes,
    mostAwaited,
    heardAt: hub.now(),
  })
  connections.add(connection)
  hub.report({ type: 'opened' })
  socket.on('pong', () => {
    connection.answered = true
  })
  // ws closes after an error by itself; without a listener it would end the process.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    connections.delete(connection)
    hub.subscriptions.removeAll(connection)
    release()
    hub.report({ type: 'closed' })
  })
  readFrames(hub, connection, schemas)
}
