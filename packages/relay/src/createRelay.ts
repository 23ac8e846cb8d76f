import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { callSchemas } from './answerCall.ts'
import { comparableUrl, createBuckets, createGate, pathOf, type RelayCaller, type Verdict } from './gate.ts'
import { type Connection, createOutgoing, createSubscriptions, type Hub, pushWaiting } from './Hub.ts'
import { createMemoryMailbox, type Mailbox } from './Mailbox.ts'
import { createCounts, type RefusalStatus, type RelayEvent, type RelayStats } from './RelayEvent.ts'
import { type CountAll, DEFAULT_RELAY_LIMITS, type RelayLimits } from './RelayLimits.ts'
import { serveSocket } from './serveSocket.ts'

/** How long a socket has to answer a goodbye. Milliseconds. */
const GOODBYE = 2_000

/** Pings every socket; cuts those that missed the last ping, and closes idle ones without topics. */
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
function watchSockets(hub: Hub, connections: ReadonlySet<Connection>): () => void {
  const timer = setInterval(() => {
    checkSockets(hub, connections)
    hub.mailbox.sweep().catch((error: unknown) => hub.failed('sweep', error))
  }, hub.limits.pingInterval)
  timer.unref()
  return () => clearInterval(timer)
}

/** Passes on what other relays store in the same mailbox. */
function listenToOthers(hub: Hub, connections: ReadonlySet<Connection>): () => Promise<void> {
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
async function sayGoodbye(socket: WebSocket): Promise<void> {
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
type Upgrades = {
  handle: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  refuse: (socket: Duplex, status: RefusalStatus) => void
  /** Whether sockets are taken at all. */
  setTaking: (isTaking: boolean) => void
}

function createUpgrades(
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

export type RelayOptions = {
  /** Every `ws(s)://` address that clients are given. Their tokens must name one of them. */
  publicUrls: readonly string[]
  /** Whether a project may be used by a page of this origin, and as whom. Nothing is allowed without it. */
  isAllowed: (caller: RelayCaller) => Verdict | Promise<Verdict>
  /** Default: one in the memory of this process. */
  mailbox?: Mailbox
  limits?: Partial<RelayLimits>
  /** Milliseconds since the epoch. */
  now?: () => number
  /** Counts over all processes what one alone counts for itself. Default: there is one process. */
  countAll?: CountAll
  /** Where the limits count a caller. Default: the peer's address. */
  addressOf?: (request: IncomingMessage) => string
  /** Told of everything that happens, for counters. */
  report?: (event: RelayEvent) => void
  /** Told of failures, never of content. */
  log?: (what: string, error: unknown) => void
}

export type Relay = {
  /** Takes a request for a socket: answers it, or refuses it by an HTTP status. */
  handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Serves the paths of `publicUrls` on a server. Returns what ends it. */
  attach: (server: Server) => () => void
  /** Cuts every socket without a goodbye. */
  dropAll: () => void
  /** Cuts every socket and refuses new ones (503) until `resume`. */
  pause: () => void
  resume: () => void
  stats: () => RelayStats
  /** Closes every socket with 1001 and stops. */
  close: () => Promise<void>
}

/** Ids must differ over restarts too, for some clients remember them; they stay below 2^53. */
function createIds(now: () => number): () => number {
  let last = 0
  return () => {
    last = Math.max(last + 1, now() * 1_000 + Math.floor(Math.random() * 1_000))
    return last
  }
}

function createHub(options: RelayOptions, limits: RelayLimits, report: Hub['report']): Hub {
  const { now = Date.now, log = () => undefined } = options
  return {
    mailbox: options.mailbox ?? createMemoryMailbox(now),
    subscriptions: createSubscriptions(),
    limits,
    outgoing: createOutgoing(limits.bufferedBytesTotal),
    publications: createBuckets(limits.publishBurst, limits.publishPerSecond, now),
    volumes: createBuckets(limits.publishBytesBurst, limits.publishBytesPerSecond, now),
    countAll: options.countAll ?? (async () => true),
    now,
    nextId: createIds(now),
    report,
    failed: log,
  }
}

function readAudiences(publicUrls: readonly string[]): Set<string> {
  const audiences = publicUrls.map((url) => {
    const comparable = comparableUrl(url)
    if (comparable === undefined) throw new TypeError(`"${url}" is not a ws:// or wss:// address.`)
    return comparable
  })
  if (audiences.length === 0) throw new TypeError('A relay needs a public address.')
  return new Set(audiences)
}

function attachTo(server: Server, paths: ReadonlySet<string>, upgrades: Upgrades): () => void {
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (paths.has(pathOf(request.url ?? '/'))) upgrades.handle(request, socket, head)
    // Another listener may know the path.
    else if (server.listenerCount('upgrade') === 1) upgrades.refuse(socket, 404)
  }
  server.on('upgrade', onUpgrade)
  return () => void server.off('upgrade', onUpgrade)
}

/**
 * A relay for WalletConnect clients: it passes sealed messages between the clients of a topic and keeps them for
 * those that are away (WalletConnect specifications, relay; JSON-RPC 2.0 over WebSocket, RFC 6455). It sees topics,
 * sizes and times, and cannot read a message.
 *
 * @param options addresses, who is let in, limits
 * @throws TypeError when an address is none
 * @example
 * const relay = createRelay({ publicUrls: ['wss://relay.example.org'], isAllowed: ({ projectId }) => projectId === 'shop' })
 * relay.attach(server)
 */
export function createRelay(options: RelayOptions): Relay {
  const limits = { ...DEFAULT_RELAY_LIMITS, ...options.limits }
  const { now = Date.now, isAllowed, addressOf = (request) => request.socket.remoteAddress ?? '' } = options
  const audiences = readAudiences(options.publicUrls)
  const counts = createCounts()
  const report = (event: RelayEvent) => {
    counts.add(event)
    options.report?.(event)
  }
  const hub = createHub(options, limits, report)
  const connections = new Set<Connection>()
  const upgrades = createUpgrades(
    hub,
    connections,
    createGate({ audiences, isAllowed, limits, now }, addressOf, hub.countAll),
  )
  const stopListening = listenToOthers(hub, connections)
  const stopWatching = watchSockets(hub, connections)
  const dropAll = () => {
    for (const { socket } of connections) socket.terminate()
  }
  return {
    handleUpgrade: upgrades.handle,
    attach: (server) => attachTo(server, new Set([...audiences].map(pathOf)), upgrades),
    dropAll,
    pause() {
      upgrades.setTaking(false)
      dropAll()
    },
    resume: () => upgrades.setTaking(true),
    stats: () => ({
      sockets: [...connections].filter(({ isOpen }) => isOpen()).length,
      subscriptions: hub.subscriptions.count(),
      ...counts.read(),
    }),
    async close() {
      upgrades.setTaking(false)
      stopWatching()
      await Promise.all([...connections].map(({ socket }) => sayGoodbye(socket)))
      await stopListening()
    },
  }
}
