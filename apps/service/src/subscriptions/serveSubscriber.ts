import { randomBytes } from 'node:crypto'
import { BaseError } from '@latchkey/errors'
import { callChain, type RpcCall } from '@latchkey/protocol/chainRpc'
import { ChainUnavailableError } from '@latchkey/protocol/http'
import type { WebSocket } from 'ws'
import { type RpcReply, refuseMethod, UNAVAILABLE } from '../upstreams/rpc/passOn.ts'
import { type Feeds, NotToldError, TooManyFeedsError } from './createFeeds.ts'
import { readWanted, type Wanted } from './wanted.ts'

/** JSON-RPC 2.0 and EIP-1474. */
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const INVALID_PARAMS = -32_602
const LIMIT_EXCEEDED = -32_005
/** Calls of one socket that wait for their turn. */
const MOST_QUEUED = 50
/** How long a socket that is closed has to say goodbye, ms. */
const GOODBYE = 2_000

/** Why a socket is closed (RFC 6455 section 7.4.1). */
const CLOSES = {
  done: [1000, 'nothing is wanted'],
  leaving: [1001, 'going away'],
  binary: [1003, 'text only'],
  budget: [1008, 'too many reads'],
  slow: [1013, 'too slow'],
} as const
type CloseReason = keyof typeof CLOSES

/** Closes with a code, and cuts a peer that does not answer. */
export function closeSocket(socket: WebSocket, reason: CloseReason): void {
  if (socket.readyState >= socket.CLOSING) return
  const late = setTimeout(() => socket.terminate(), GOODBYE)
  socket.once('close', () => clearTimeout(late))
  const [code, words] = CLOSES[reason]
  socket.close(code, words)
}

export type SubscriberLimits = {
  /** Subscriptions of one socket. */
  subscriptionsPerSocket: number
  /** Bytes that may wait to be sent to one socket. */
  subscriptionBuffer: number
  /** ms between two pings; a socket that has not answered one by the next is cut. */
  subscriptionPing: number
  /** ms that a socket may stay open without a subscription. */
  subscriptionIdle: number
}

export type Subscriber = {
  feeds: Feeds
  limits: SubscriberLimits
  /** Whether it may be told of transactions that wait: not guests. */
  hasPending: boolean
  /** Counts a call. @throws BaseError when that is more than the caller may */
  countCall: () => Promise<void>
  /** Counts an event that was told. @throws BaseError when that is more than the project may */
  countEvent: () => Promise<void>
  /** Told of each subscription that was asked for. */
  report: (kind: Wanted['kind'], outcome: 'begun' | 'refused' | 'unavailable') => void
}

type Failure = { code: number; message: string; data?: object }
const failure = (code: number, message: string, data?: object): Failure => ({
  code,
  message,
  ...(data ? { data } : {}),
})

/** What is told of a call that is one too many. */
function refusalOf(error: unknown): Failure {
  if (!(error instanceof BaseError)) return failureOf(error)
  const { code, shortMessage, data } = error
  return failure(LIMIT_EXCEEDED, shortMessage, { ...data, code })
}

/** What is told of a subscription that could not begin. */
function failureOf(error: unknown): Failure {
  if (error instanceof TooManyFeedsError) return failure(LIMIT_EXCEEDED, error.message)
  const { code, defaultMessage } = ChainUnavailableError
  return failure(UNAVAILABLE, defaultMessage, { code })
}

/**
 * Serves `eth_subscribe` and `eth_unsubscribe` on an open socket until it closes. What else a node answers is asked for
 * by HTTP.
 */
export function serveSubscriber(socket: WebSocket, subscriber: Subscriber): void {
  const { feeds, limits, hasPending, countCall, countEvent, report } = subscriber
  const ends = new Map<string, () => void>()
  const close = (reason: CloseReason) => closeSocket(socket, reason)
  let isHeard = true
  let idleSince = performance.now()
  /** Those that are about to begin count too. */
  let open = 0

  function send(text: string): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > limits.subscriptionBuffer) close('slow')
    else socket.send(text)
  }
  const answer = (id: RpcCall['id'], outcome: { result: unknown } | { error: Failure }) =>
    send(JSON.stringify({ jsonrpc: '2.0', id, ...outcome } satisfies RpcReply))

  async function subscribe(wanted: Wanted): Promise<{ result: string } | { error: Failure }> {
    if (open >= limits.subscriptionsPerSocket)
      return { error: failure(LIMIT_EXCEEDED, 'This socket has as many subscriptions as it may.') }
    const id = `0x${randomBytes(16).toString('hex')}`
    open += 1
    try {
      // What is told before the caller knows the id waits until it does.
      let early: string[] | null = []
      const tell = (event: string) => {
        if (early) return void early.push(event)
        send(
          `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":${event}}}`,
        )
        countEvent().catch(() => close('budget'))
      }
      const end = await feeds.subscribe(wanted, tell)
      report(wanted.kind, 'begun')
      ends.set(id, end)
      if (socket.readyState !== socket.OPEN) endOf(id)
      setImmediate(() => {
        const waited = early ?? []
        early = null
        waited.forEach(tell)
      })
      return { result: id }
    } catch (error) {
      open -= 1
      report(wanted.kind, error instanceof NotToldError ? 'refused' : 'unavailable')
      if (error instanceof NotToldError) throw error
      return { error: failureOf(error) }
    }
  }
  function endOf(id: unknown): boolean {
    const end = ends.get(String(id))
    if (!end) return false
    ends.delete(String(id))
    open -= 1
    if (open === 0) idleSince = performance.now()
    end()
    return true
  }

  async function handle(call: RpcCall): Promise<void> {
    const { id, method, params } = call
    try {
      if (method === 'eth_unsubscribe') {
        const [named] = Array.isArray(params) ? params : []
        if (typeof named !== 'string') return answer(id, { error: failure(INVALID_PARAMS, 'Invalid params') })
        return answer(id, { result: endOf(named) })
      }
      if (method !== 'eth_subscribe') return send(JSON.stringify(refuseMethod(call).reply))
      const wanted = readWanted(params)
      if (!wanted) return answer(id, { error: failure(INVALID_PARAMS, 'Invalid params') })
      if (wanted.kind === 'newPendingTransactions' && !hasPending) throw new NotToldError()
      answer(id, await subscribe(wanted))
    } catch (error) {
      if (!(error instanceof NotToldError)) return answer(id, { error: failureOf(error) })
      send(JSON.stringify(refuseMethod(call).reply))
    }
  }

  let turn = Promise.resolve()
  let queued = 0
  socket.on('message', (data, isBinary) => {
    isHeard = true
    if (isBinary) return close('binary')
    if (queued >= MOST_QUEUED) return socket.terminate()
    queued += 1
    turn = turn
      .then(() => read(String(data)))
      .finally(() => {
        queued -= 1
      })
  })
  async function read(text: string): Promise<void> {
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      // Told below that it is no call.
    }
    const call = callChain.body.safeParse(json)
    const id = call.success && !Array.isArray(call.data) ? call.data.id : null
    try {
      await countCall()
    } catch (error) {
      return answer(id, { error: refusalOf(error) })
    }
    if (json === undefined) return answer(null, { error: failure(PARSE_ERROR, 'Parse error') })
    if (!call.success || Array.isArray(call.data))
      return answer(null, { error: failure(INVALID_REQUEST, 'Invalid Request') })
    await handle(call.data)
  }

  const beat = setInterval(() => {
    if (!isHeard) return socket.terminate()
    if (open === 0 && performance.now() - idleSince > limits.subscriptionIdle) return close('done')
    isHeard = false
    socket.ping()
  }, limits.subscriptionPing)
  beat.unref()
  socket.on('pong', () => {
    isHeard = true
  })
  // ws closes after an error by itself; without a listener it would end the process.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(beat)
    for (const id of [...ends.keys()]) endOf(id)
  })
}
