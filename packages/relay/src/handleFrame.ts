import { BaseError } from '@latchkey/errors'
import { answerCall, type Methods, methodNamed } from './answerCall.ts'
import type { Connection } from './Connection.ts'
import { type Hub, pushWaiting } from './Hub.ts'
import { type Frame, readFrame } from './readFrame.ts'
import { InternalError, InvalidRequestError, ParseError, TooFastError } from './relayErrors.ts'

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
export async function handleFrame(
  hub: Hub,
  connection: Connection,
  methods: Methods,
  text: string,
): Promise<void> {
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
