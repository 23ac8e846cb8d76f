import { BaseError } from '@latchkey/errors'
import { createTokenBucket } from '@latchkey/std/tokenBucket'
import type { WebSocket } from 'ws'
import * as z from 'zod'
import { answerCall, type CallSchemas, handlersOf, type Methods, methodNamed } from './answerCall.ts'
import { type Connection, createConnection, type Hub, pushWaiting } from './Hub.ts'
import { InternalError, InvalidRequestError, ParseError, TooFastError } from './relayErrors.ts'

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Finds the `id` of a JSON object as it is written. Some clients send ids of 19 digits as bare numbers, which
 * `JSON.parse` would round; what is answered must be the very id that came.
 *
 * @param text valid JSON
 * @returns the JSON text of the value, if it is a string, a number or a bare word; of several the last, as `JSON.parse` reads it
 * @example
 * findId('{"params":{"id":1},"id":1234567890123456789}') // '1234567890123456789'
 */
export function findId(text: string): string | undefined {
  let depth = 0
  let found: string | undefined
  /** The last two tokens. */
  let key = ''
  let colon = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (depth === 1 && colon === ':' && isIdKey(key)) found = /^[{[]/.test(token) ? undefined : token
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    key = colon
    colon = token
  }
  return found
}

/** A key may be written with escapes. */
const isIdKey = (token: string): boolean => token.startsWith('"') && JSON.parse(token) === 'id'

/** A text frame, read. The `id` of a request is JSON text, to be written back as it came. */
export type Frame =
  | { type: 'request'; id: string; method: string; params: unknown }
  | { type: 'response'; id: number | string; succeeded: boolean }
  | { type: 'invalid'; id: string; reason: 'json' | 'request' }

const idSchema = z.union([z.string().max(64), z.number()])
const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: idSchema,
  method: z.string().min(1).max(64),
  params: z.unknown().optional(),
})
const responseSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: idSchema,
  method: z.undefined().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
})
const withIdSchema = z.object({ id: idSchema })

/** The id as JSON text. A number that JavaScript would round is taken from the frame itself. */
function idText(text: string, value: unknown): string {
  const named = withIdSchema.safeParse(value)
  if (!named.success) return 'null'
  const { id } = named.data
  if (typeof id === 'string' || Number.isSafeInteger(id)) return JSON.stringify(id)
  const written = findId(text) ?? 'null'
  return written.length <= 64 ? written : 'null'
}

/**
 * Reads one JSON-RPC 2.0 text frame. Never throws.
 *
 * @example
 * readFrame('{"jsonrpc":"2.0","id":1234567890123456789,"method":"irn_subscribe","params":{}}').id // '1234567890123456789'
 */
export function readFrame(text: string): Frame {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { type: 'invalid', id: 'null', reason: 'json' }
  }
  const id = idText(text, value)
  const request = requestSchema.safeParse(value)
  if (request.success && id !== 'null') {
    const { method, params } = request.data
    return { type: 'request', id, method, params }
  }
  const response = responseSchema.safeParse(value)
  if (!response.success) return { type: 'invalid', id, reason: 'request' }
  const { result, error } = response.data
  if (result === undefined && error === undefined) return { type: 'invalid', id, reason: 'request' }
  return { type: 'response', id: response.data.id, succeeded: error === undefined && result === true }
}

const resultFrame = (id: string, result: unknown) =>
  `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`
const errorFrame = (id: string, { code, shortMessage }: BaseError) =>
  `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify({ code, message: shortMessage })}}`

/** Calls that may be refused for their rate, one after the other, before the socket is cut. */
const MOST_REFUSALS = 200

/** Whether the socket may make one more call. One that does not slow down is cut. */
function countCall(connection: Connection): boolean {
  const taken = connection.calls.take()
  connection.refusals = taken ? 0 : connection.refusals + 1
  if (connection.refusals > MOST_REFUSALS) connection.socket.terminate()
  return taken
}

async function acknowledge(hub: Hub, connection: Connection, frame: Frame & { type: 'response' }) {
  const settled = connection.settle(frame.id)
  // An answer to nothing costs as much as a call; a refused message stays for the next subscription.
  if (!settled) return void countCall(connection)
  if (!frame.succeeded) return
  await hub.mailbox.acknowledge(settled.topic, [settled.hash])
  hub.report({ type: 'acknowledged' })
  if (connection.hasMore && connection.awaited() === 0)
    await pushWaiting(hub, connection, [...connection.topics], false)
}

async function answer(
  hub: Hub,
  connection: Connection,
  methods: Methods,
  frame: Frame & { type: 'request' },
) {
  const method = methodNamed(methods.schemas, frame.method)
  const report = (outcome: 'ok' | 'refused' | 'failed') =>
    hub.report({ type: 'call', method: method ?? 'unknown', outcome })
  try {
    if (!countCall(connection)) throw new TooFastError()
    await answerCall(hub, connection, methods, { method, params: frame.params }, (result) =>
      connection.send(resultFrame(frame.id, result)),
    )
    report('ok')
  } catch (error) {
    const known = error instanceof BaseError
    if (!known) hub.failed('call', error)
    report(known ? 'refused' : 'failed')
    connection.send(errorFrame(frame.id, known ? error : new InternalError()))
  }
}

/** Does what one text frame asks. Never rejects. */
async function handleFrame(hub: Hub, connection: Connection, methods: Methods, text: string): Promise<void> {
  // What came before the socket closed still counts: a last message, a last acknowledgement.
  const frame = readFrame(text)
  if (frame.type === 'request') return answer(hub, connection, methods, frame)
  if (frame.type === 'response')
    return acknowledge(hub, connection, frame).catch((error: unknown) => hub.failed('acknowledgement', error))
  countCall(connection)
  connection.send(
    errorFrame(frame.id, frame.reason === 'json' ? new ParseError() : new InvalidRequestError()),
  )
}

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
    outgoing: hub.outgoing,
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
    hub.outgoing.forget(socket)
    hub.subscriptions.removeAll(connection)
    release()
    hub.report({ type: 'closed' })
  })
  readFrames(hub, connection, schemas)
}
