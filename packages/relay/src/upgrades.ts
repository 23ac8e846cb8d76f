import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Connection } from './Connection.ts'
import { callSchemas } from './calls.ts'
import type { createGate } from './gate.ts'
import type { Hub } from './Hub.ts'
import type { RefusalStatus } from './RelayEvent.ts'
import { refuseUpgrade } from './refuseUpgrade.ts'
import { serveSocket } from './serveSocket.ts'

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
