import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { callChain } from '@latchkey/protocol/chainRpc'
import {
  ChainBusyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
  UnknownNetworkError,
} from '@latchkey/protocol/http'
import { pathOf } from '@latchkey/relay'
import { withDeadline } from '@latchkey/std/deadline'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Chain } from '../config/chains.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { admitCaller, limitGuest, limitReads } from '../http/admitCaller.ts'
import type { Caller } from '../http/Call.ts'
import { addressBehindProxies, addressKeyOf, limitAddress } from '../http/clientAddress.ts'
import { problemResponse } from '../http/problemResponse.ts'
import { describeError } from '../observability/createLogger.ts'
import { createUpstream } from '../upstreams/rpc/upstream.ts'
import { createFeeds, type Feeds, MOST_FEEDS } from './createFeeds.ts'
import { closeSocket, serveSubscriber } from './serveSubscriber.ts'

/** Of one call. */
const MOST_BYTES = 65_536
/** How long whoever asks for a socket waits for it, ms. */
const ADMISSION = 5_000
/** Where the path of a request is read against. */
const BASE = 'http://service.invalid'

export type Subscriptions = {
  /** Takes no more sockets and closes every one with 1001. */
  close(): Promise<void>
}

/** Counts what is held at once. */
function createQuota() {
  const held = new Map<string, number>()
  const change = (key: string, by: number) => {
    const count = (held.get(key) ?? 0) + by
    if (count > 0) held.set(key, count)
    else held.delete(key)
  }
  /** Takes one of each; null when one of them has as many as it may. What is returned gives them back, once. */
  return (quotas: readonly (readonly [key: string, most: number])[]): (() => void) | null => {
    if (quotas.some(([key, most]) => (held.get(key) ?? 0) >= most)) return null
    for (const [key] of quotas) change(key, 1)
    let isHeld = true
    return () => {
      if (isHeld) for (const [key] of quotas) change(key, -1)
      isHeld = false
    }
  }
}

/** Answers a request for a socket with the problem that a page would get by HTTP, and closes. */
async function refuseUpgrade(socket: Duplex, error: unknown): Promise<void> {
  if (socket.destroyed) return
  const response = problemResponse(error)
  const body = await response.text()
  const lines = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Who asks, as a route is told. Only the origin counts: a browser says of no handshake that it was a script's. */
function readAsking({ config }: ServiceContext, request: IncomingMessage) {
  const { origin, 'x-forwarded-for': forwarded, 'user-agent': userAgent = null } = request.headers
  const url = new URL(request.url ?? '/', BASE)
  const text = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
  const addressBehind = (proxies: number) => addressBehindProxies(request.socket.remoteAddress, text, proxies)
  return {
    request: new Request(url, { headers: origin === undefined ? {} : { origin } }),
    params: {},
    query: url.searchParams,
    address: addressBehind(config.trustedProxies),
    peer: addressBehind(0),
    userAgent,
    acceptLanguage: null,
  }
}

/** Reads of a network for all its subscribers at once; the others wait their turn, since each is read again with the next block. */
const READS_AT_ONCE = 16
/** Of what one filter finds in one block. */
const MOST_LOG_BYTES = 2_097_152

function openFeeds({ limits }: ServiceContext, chain: Chain): Feeds {
  const { rpcTry: timeout, rpcTotal: ms, subscriptionPoll: interval } = limits
  // No batches: the answer to somebody's broad filter must not make that of the others too long.
  const upstream = createUpstream(chain, () => performance.now(), {
    ...{ timeout, batch: false, mostBytes: MOST_LOG_BYTES },
    gate: { atOnce: READS_AT_ONCE, waiting: MOST_FEEDS, patience: ms },
  })
  return createFeeds({
    ask: (method, params) => withDeadline({ ms }, (signal) => upstream.request({ method, params }, signal)),
    interval,
    urls: chain.wsUrls ?? [],
  })
}

/** Which networks are told of: each is opened when somebody wants to be told of it. */
function createNetworks(service: ServiceContext) {
  const opened = new Map<string, Feeds>()
  return (caip2: string): Feeds => {
    const chain = service.chains.get(caip2)
    if (!chain) throw new UnknownNetworkError()
    const feeds = opened.get(caip2) ?? openFeeds(service, chain)
    opened.set(caip2, feeds)
    return feeds
  }
}

/** Serves one caller on an open socket. */
function serveCaller(
  service: ServiceContext,
  caller: Caller,
  { feeds, caip2, hold }: { feeds: Feeds; caip2: string; hold: ReturnType<typeof createQuota> },
  socket: WebSocket,
) {
  const { limits, metrics } = service
  const { subscriptionsPerAddress, subscriptionsPerProject, subscriptionsOfGuests } = limits
  const project = `${caller.isGuest ? 'guests' : 'members'}:${caip2}:${caller.project?.id}`
  serveSubscriber(socket, {
    feeds,
    limits,
    hasPending: !caller.isGuest,
    countCall: async () => {
      await limitAddress(service, 'rpc', caller.address)
      await limitGuest(service, caller)
      await limitReads(service, caller)
    },
    countEvent: async () => {
      await limitGuest(service, caller)
      await limitReads(service, caller)
    },
    hold: () =>
      hold([
        [`subscriptions:${caip2}:${addressKeyOf(service, caller.address)}`, subscriptionsPerAddress],
        [project, caller.isGuest ? subscriptionsOfGuests : subscriptionsPerProject],
      ]),
    report: (kind, outcome) => metrics.subscriptions.inc({ chain: caip2, kind, outcome }),
  })
}

/**
 * Serves subscriptions to networks on a listening server: `ws(s)://<api>/v1?chainId=<CAIP-2>&projectId=<id>`, JSON-RPC 2.0
 * with `eth_subscribe` and `eth_unsubscribe`. Whoever may read by HTTP may be told here, within the same budgets.
 *
 * @returns what closes it, before the server
 */
export function attachSubscriptions(service: ServiceContext, server: Server): Subscriptions {
  const { config, limits, logger, metrics } = service
  const relayPaths = new Set((config.relay?.publicUrls ?? []).map(pathOf))
  const networkOf = createNetworks(service)
  const hold = createQuota()
  const open = new Set<WebSocket>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  })
  let isTaking = true

  async function take(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (!isTaking) throw new ChainBusyError()
    if ((request.url ?? '').length > 2_048) throw new InvalidRequestError()
    const asking = readAsking(service, request)
    const caip2 = asking.query.get('chainId') ?? ''
    const admission = { audience: 'page', count: 'rpc', requires: () => networkOf(caip2) } as const
    const caller = await withDeadline({ ms: ADMISSION }, () =>
      admitCaller(service, admission, asking, new Headers()),
    )
    const release = hold([
      ['', limits.subscriptionSockets],
      [`address:${addressKeyOf(service, caller.address)}`, limits.subscriptionSocketsPerAddress],
      // Guests take no place of the project's own pages.
      caller.isGuest
        ? [`guests:${caller.project?.id}`, limits.subscriptionSocketsOfGuests]
        : [`project:${caller.project?.id}`, limits.subscriptionSocketsPerProject],
    ])
    if (!release) throw new RateLimitedError({ data: { retryAfter: 60 } })
    // ws answers a bad handshake itself and then never calls back.
    socket.once('close', release)
    if (socket.destroyed) return release()
    sockets.handleUpgrade(request, socket, head, (opened) => {
      serveCaller(service, caller, { feeds: networkOf(caip2), caip2, hold }, opened)
      open.add(opened)
      metrics.subscriptionSockets.inc()
      opened.once('close', () => {
        open.delete(opened)
        metrics.subscriptionSockets.dec()
        release()
      })
      if (!isTaking) closeSocket(opened, 'leaving')
    })
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = pathOf(request.url ?? '/')
    if (relayPaths.has(path)) return
    socket.on('error', () => socket.destroy())
    const taken = path === callChain.path ? take(request, socket, head) : Promise.reject(new NotFoundError())
    taken.catch((error: unknown) => {
      void refuseUpgrade(socket, error).catch((reason: unknown) => {
        logger.error(describeError(reason), 'a socket was not refused')
        socket.destroy()
      })
    })
  }
  server.on('upgrade', onUpgrade)
  return {
    async close() {
      isTaking = false
      const ended = [...open].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
      for (const socket of open) closeSocket(socket, 'leaving')
      await Promise.all(ended)
      server.off('upgrade', onUpgrade)
    },
  }
}
