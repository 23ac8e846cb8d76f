import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RelayCaller } from './admit.ts'
import type { Connection } from './Connection.ts'
import { createBuckets, createGate } from './gate.ts'
import type { Hub } from './Hub.ts'
import { createMemoryMailbox, type Mailbox } from './Mailbox.ts'
import { comparableUrl, pathOf } from './publicUrl.ts'
import { createCounts, type RelayEvent, type RelayStats } from './RelayEvent.ts'
import { type CountAll, DEFAULT_RELAY_LIMITS, type RelayLimits } from './RelayLimits.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createUpgrades, type Upgrades } from './upgrades.ts'
import { listenToOthers, sayGoodbye, watchSockets } from './watchSockets.ts'

export type RelayOptions = {
  /** Every `ws(s)://` address that clients are given. Their tokens must name one of them. */
  publicUrls: readonly string[]
  /** Whether a project may be used by a page of this origin. Nothing is allowed without it. */
  isAllowed: (caller: RelayCaller) => boolean | Promise<boolean>
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
