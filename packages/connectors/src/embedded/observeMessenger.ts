import type { Messenger } from '@latchkey/bridge'
import { type ConnectorContext, isHeard, tell } from '@latchkey/core/connector'
import { frameContract } from '@latchkey/protocol/frame'
import { isRecord } from '@latchkey/std/isRecord'

/** A call that waits for its answer: `began` by the clock of `performance`. */
type Waiting = { name: string; method: string | undefined; began: number }

/** Bytes of a message as JSON; undefined where JSON cannot hold it. */
function sizeOf(message: unknown): number | undefined {
  try {
    return new TextEncoder().encode(JSON.stringify(message)).length
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A name of the contract. What the peer calls by another name is not repeated. */
const nameIn = (names: object, value: unknown): string =>
  typeof value === 'string' && Object.hasOwn(names, value) ? value : 'other'

/** The JSON-RPC method of a request: its name, and nothing of its params. */
const rpcMethodOf = (params: unknown): string | undefined =>
  isRecord(params) ? textOf(params.method) : undefined

const codeIn = (error: unknown): number | undefined =>
  isRecord(error) && typeof error.code === 'number' ? error.code : undefined

/**
 * Tells observers and the log what goes through a messenger: names of methods, ids, sizes, times and codes. Where neither
 * takes debug entries, a message passes unmeasured.
 *
 * @example
 * createClient(frameContract, observeMessenger(messenger, context))
 */
export function observeMessenger(messenger: Messenger, context: ConnectorContext): Messenger {
  const waiting = new Map<string, Waiting>()
  const sent = (message: unknown) => {
    if (!isRecord(message)) return
    const id = textOf(message.id)
    if (message.t === 'cancel')
      tell(context, 'debug', { kind: 'cancel', name: waiting.get(id ?? '')?.name ?? 'other', id })
    if (message.t !== 'call' || id === undefined) return
    const name = nameIn(frameContract.methods, message.method)
    const method = name === 'rpcRequest' ? rpcMethodOf(message.params) : undefined
    waiting.set(id, { name, method, began: performance.now() })
    tell(context, 'debug', { kind: 'call', name, method, id, bytes: sizeOf(message) })
  }
  const received = (message: unknown) => {
    if (!isRecord(message)) return
    const bytes = sizeOf(message)
    if (message.t === 'event')
      tell(context, 'debug', { kind: 'event', name: nameIn(frameContract.events, message.event), bytes })
    const id = textOf(message.id)
    const call = waiting.get(id ?? '')
    if (id === undefined || call === undefined || (message.t !== 'result' && message.t !== 'error')) return
    waiting.delete(id)
    const { name, method, began } = call
    const ms = performance.now() - began
    tell(context, 'debug', { kind: 'reply', name, method, id, bytes, ms, code: codeIn(message.error) })
  }
  return {
    closed: messenger.closed,
    close: () => messenger.close(),
    post(message) {
      messenger.post(message)
      if (isHeard(context, 'debug')) sent(message)
    },
    subscribe: (listener) =>
      messenger.subscribe((data) => {
        if (isHeard(context, 'debug')) received(data)
        else waiting.clear()
        listener(data)
      }),
  }
}
