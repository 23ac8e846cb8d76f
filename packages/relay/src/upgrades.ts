import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Connection } from './Connection.ts'
import { callSchemas } from './calls.ts'
import type { createGate } from './gate.ts'
import type { Hub } from './Hub.ts'
import type { RefusalStatus } from './RelayEvent.ts'
import { serveSocket } from './serveSocket.ts'

const SENTENCES: Record<RefusalStatus, string> = {
  400: 'This is not a request for a WebSocket.',
  401: 'The auth token is missing, expired, or made for another relay.',
  403: 'This project or origin may not use this relay.',
  404: 'There is no relay here.',
  429: 'Too many sockets. Wait a minute, then try again.',
  503: 'The relay takes no sockets now. Try again.',
}

/** Answers a request for a socket with an HTTP status, and closes. */
function refuseUpgrade(socket: Duplex, status: RefusalStatus): void {
  if (socket.destroyed) return
  const body = `${SENTENCES[status]}\n`
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
}

/** Turns requests into sockets, or refuses them. */
export type Upgrades = {
  handle: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  refuse: (socket: Duplex, status: RefusalStatus) => void
  /** Whether sockets are taken at all. */
  setTaking: (isTaking: boolean) => void
}

export function createUpgrades(
  hub: Hub,
  connections: Set<Connection>,
  enter: ReturnType<typeof createGate>,
): Upgrades {
  const schemas = callSchemas(hub.limits.batchSize)
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: hub.limits.frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  let taking = true
  const refuse = (socket: Duplex, status: RefusalStatus) => {
    hub.report({ type: 'refused', status })
    refuseUpgrade(socket, status)
  }
  const take = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const entry = await enter(request)
    if ('refusal' in entry) return refuse(socket, entry.refusal)
    const { clientId, address, release } = entry
    if (!taking || socket.destroyed) {
      release()
      return refuse(socket, 503)
    }
    // ws answers a bad handshake itself and then never calls back. Given back twice, it counts once.
    socket.once('close', release)
    server.handleUpgrade(request, socket, head, (webSocket) =>
      serveSocket(hub, connections, schemas, { socket: webSocket, clientId, address, release }),
    )
  }
  return {
    handle(request, socket, head) {
      socket.on('error', () => socket.destroy())
      if (!taking) return refuse(socket, 503)
      take(request, socket, head).catch((error: unknown) => {
        hub.failed('upgrade', error)
        socket.destroy()
      })
    },
    refuse,
    setTaking(isTaking) {
      taking = isTaking
    },
  }
}
