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
  /** Takes the place of one more subscription; null where the caller has as many as it may. What is returned gives it back, once. */
  hold: () => (() => void) | null
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

type Outcome = { result: unknown } | { error: Failure }
type Send = (text: string) => void

/** The subscriptions of one socket. */
function createOwn(socket: WebSocket, { feeds, limits, countEvent, hold, report }: Subscriber, send: Send) {
  const ends = new Map<string, () => void>()
  /** Those that are about to begin count too. */
  let open = 0
  let idleSince = performance.now()

  /** What is told before the caller knows the id waits until it does. */
  function createTeller(id: string) {
    let early: string[] | null = []
    const tell = (event: string) => {
      if (early) return void early.push(event)
      send(
        `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":${event}}}`,
      )
      countEvent().catch(() => closeSocket(socket, 'budget'))
    }
    const begin = () => {
      const waited = early ?? []
      early = null
      waited.forEach(tell)
    }
    return { tell, begin }
  }
  function end(id: string): boolean {
    const stop = ends.get(id)
    if (!stop) return false
    ends.delete(id)
    open -= 1
    if (open === 0) idleSince = performance.now()
    stop()
    return true
  }
  return {
    /** @throws NotToldError */
    async begin(wanted: Wanted): Promise<Outcome> {
      const release = open < limits.subscriptionsPerSocket ? hold() : null
      if (!release)
        return { error: failure(LIMIT_EXCEEDED, 'There are as many subscriptions as there may be.') }
      const id = `0x${randomBytes(16).toString('hex')}`
      const { tell, begin } = createTeller(id)
      open += 1
      try {
        const stop = await feeds.subscribe(wanted, tell)
        ends.set(id, () => {
          release()
          stop()
        })
      } catch (error) {
        release()
        open -= 1
        report(wanted.kind, error instanceof NotToldError ? 'refused' : 'unavailable')
        if (error instanceof NotToldError) throw error
        return { error: failureOf(error) }
      }
      report(wanted.kind, 'begun')
      if (socket.readyState !== socket.OPEN) end(id)
      setImmediate(begin)
      return { result: id }
    },
    end,
    endAll: () => [...ends.keys()].forEach(end),
    /** ms since there was one. */
    idle: () => (open > 0 ? 0 : performance.now() - idleSince),
  }
}
type Own = ReturnType<typeof createOwn>

/** Answers one call. */
async function answerCall(call: RpcCall, own: Own, { hasPending, report }: Subscriber): Promise<Outcome> {
  const { method, params } = call
  const wrong = { error: failure(INVALID_PARAMS, 'Invalid params') }
  const [first] = Array.isArray(params) ? params : []
  if (method === 'eth_unsubscribe') return typeof first === 'string' ? { result: own.end(first) } : wrong
  if (method !== 'eth_subscribe') throw new NotToldError()
  const wanted = readWanted(params)
  if (!wanted) return wrong
  if (wanted.kind !== 'newPendingTransactions' || hasPending) return own.begin(wanted)
  report(wanted.kind, 'refused')
  throw new NotToldError()
}

/** Answers one message: JSON-RPC 2.0, no batches. */
async function answerText(text: string, own: Own, subscriber: Subscriber): Promise<RpcReply> {
  const reply = (id: RpcCall['id'], outcome: Outcome): RpcReply => ({ jsonrpc: '2.0', id, ...outcome })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // Told below, once it is counted.
  }
  const parsed = callChain.body.safeParse(json)
  const call = parsed.success && !Array.isArray(parsed.data) ? parsed.data : null
  const id = call?.id ?? null
  try {
    await subscriber.countCall()
  } catch (error) {
    return reply(id, { error: refusalOf(error) })
  }
  if (json === undefined) return reply(id, { error: failure(PARSE_ERROR, 'Parse error') })
  if (!call) return reply(id, { error: failure(INVALID_REQUEST, 'Invalid Request') })
  try {
    return reply(id, await answerCall(call, own, subscriber))
  } catch (error) {
    return error instanceof NotToldError ? refuseMethod(call).reply : reply(id, { error: failureOf(error) })
  }
}

/** Reads one message after the other. */
function readMessages(socket: WebSocket, answer: (text: string) => Promise<void>): void {
  let turn = Promise.resolve()
  let queued = 0
  socket.on('message', (data, isBinary) => {
    if (isBinary) return closeSocket(socket, 'binary')
    if (queued >= MOST_QUEUED) return socket.terminate()
    queued += 1
    turn = turn
      .then(() => answer(String(data)))
      .finally(() => {
        queued -= 1
      })
  })
}

/** Cuts a socket that does not answer, and closes one that wants nothing. Returns what ends it. */
function watchSocket(socket: WebSocket, { limits }: Subscriber, { idle }: Own): () => void {
  let isHeard = true
  const hear = () => {
    isHeard = true
  }
  const beat = setInterval(() => {
    if (!isHeard) return socket.terminate()
    if (idle() > limits.subscriptionIdle) return closeSocket(socket, 'done')
    isHeard = false
    socket.ping()
  }, limits.subscriptionPing)
  beat.unref()
  socket.on('pong', hear)
  socket.on('message', hear)
  return () => clearInterval(beat)
}

/**
 * Serves `eth_subscribe` and `eth_unsubscribe` on an open socket until it closes. What else a node answers is asked for
 * by HTTP.
 */
export function serveSubscriber(socket: WebSocket, subscriber: Subscriber): void {
  const send: Send = (text) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > subscriber.limits.subscriptionBuffer) closeSocket(socket, 'slow')
    else socket.send(text)
  }
  const own = createOwn(socket, subscriber, send)
  const stopWatching = watchSocket(socket, subscriber, own)
  readMessages(socket, async (text) => send(JSON.stringify(await answerText(text, own, subscriber))))
  // ws closes after an error by itself; without a listener it would end the process.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    stopWatching()
    own.endAll()
  })
}
