import { type BaseError, fromWire, type WireError } from '@latchkey/errors'
import type { Contract, Method, PayloadOf, ResultOf } from '@latchkey/protocol'
import type * as z from 'zod/mini'
import { type Counters, countRefusal, createCounters } from './counters.ts'
import { createEventListeners } from './eventListeners.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { type CallOptions, createPendingCalls } from './pendingCalls.ts'
import { boundedCopy } from './wire/boundedCopy.ts'
import { envelopeType, errorEnvelope, eventEnvelope, resultEnvelope } from './wire/envelope.ts'
import {
  BridgeRateLimitError,
  CallAbortedError,
  ConnectionClosedError,
  InternalError,
  InvalidParamsError,
  InvalidResultError,
  MessageTooLargeError,
  UnknownMethodError,
} from './wire/errors.ts'
import type { Messenger } from './wire/Messenger.ts'
import { createIdSource } from './wire/randomId.ts'

export type Client<C extends Contract> = {
  /** One function a method. It rejects with a BaseError only: the peer's own, or one of the bridge. */
  readonly call: {
    readonly [Name in keyof C['methods']]: (
      params: z.input<C['methods'][Name]['params']>,
      options?: CallOptions,
    ) => Promise<ResultOf<C['methods'][Name]>>
  }
  /** Listens to an event; returns the function that stops it. */
  on<Name extends keyof C['events'] & string>(
    event: Name,
    listener: (payload: PayloadOf<C['events'][Name]>) => void,
  ): () => void
  /** Resolves once the connection has ended; pending calls are rejected with ConnectionClosedError. */
  readonly closed: Promise<void>
  /** Ends the connection. May be called twice. */
  destroy(): void
  /** What the peer sent that was dropped. */
  readonly counters: Readonly<Counters>
}

export type ClientOptions = {
  /** Bytes of one message's params, result or payload. 262 144. */
  maxMessageBytes?: number
  /** ms in which a call with `ui: 'approval'` may still be answered after its abort. 2 000. */
  abortGrace?: number
}

/**
 * Makes the typed client of a contract. Every call settles: with a result, a typed error, on its time-out, on
 * abort, or when the connection ends.
 *
 * @param contract what the other window offers
 * @param messenger from `openChild`; belongs to the client from here on
 * @example
 * const client = createClient(frameContract, messenger)
 * const { chainId } = await client.call.getChainId({}, { signal })
 */
export function createClient<C extends Contract>(
  contract: C,
  messenger: Messenger,
  options: ClientOptions = {},
): Client<C> {
  const maxBytes = options.maxMessageBytes ?? DEFAULT_LIMITS.maxMessageBytes
  const counters = createCounters()
  const nextId = createIdSource()
  const pending = createPendingCalls(messenger, options.abortGrace ?? 2_000)
  const events = createEventListeners(Object.keys(contract.events))
  let open = true

  const call = (name: string, method: Method, params: unknown, callOptions: CallOptions = {}) =>
    new Promise<unknown>((resolve, reject) => {
      if (!open) return reject(new ConnectionClosedError())
      if (callOptions.signal?.aborted) return reject(new CallAbortedError())
      const copied = boundedCopy(params, maxBytes)
      if (!copied.ok)
        return reject(copied.reason === 'tooLarge' ? new MessageTooLargeError() : new InvalidParamsError())
      const id = nextId()
      pending.add(id, { method, resolve, reject, release: undefined }, callOptions)
      messenger.post({ t: 'call', id, method: name, params: copied.value })
    })

  const destroy = () => {
    if (!open) return
    open = false
    unsubscribe()
    pending.rejectAll(() => new ConnectionClosedError())
    events.clear()
    messenger.close()
  }
  const unsubscribe = messenger.subscribe(createReceiver({ contract, pending, events, counters, maxBytes }))
  void messenger.closed.then(destroy)

  const methods = Object.entries(contract.methods).map(([name, method]) => [
    name,
    (params: unknown, callOptions?: CallOptions) => call(name, method, params, callOptions),
  ])
  return {
    call: Object.freeze(Object.fromEntries(methods)) as Client<C>['call'],
    on: (event, listener) => events.on(event, listener as (payload: unknown) => void),
    closed: messenger.closed,
    destroy,
    counters,
  }
}

type Receiver = {
  contract: Contract
  pending: ReturnType<typeof createPendingCalls>
  events: ReturnType<typeof createEventListeners>
  counters: Counters
  maxBytes: number
}

/** Takes whatever the peer sends. Never throws, and settles nothing but calls that wait. */
function createReceiver({ contract, pending, events, counters, maxBytes }: Receiver) {
  const eventContracts = new Map(Object.entries(contract.events))

  const onResult = (id: string, result: unknown) => {
    const call = pending.take(id)
    if (!call) return void counters.unknownTarget++
    const copied = boundedCopy(result, maxBytes)
    if (!copied.ok) {
      countRefusal(counters, copied.reason)
      return call.reject(copied.reason === 'tooLarge' ? new MessageTooLargeError() : new InvalidResultError())
    }
    const parsed = call.method.result.safeParse(copied.value)
    if (parsed.success) call.resolve(parsed.data)
    else call.reject(new InvalidResultError())
  }
  const onEvent = (event: string, payload: unknown) => {
    const eventContract = eventContracts.get(event)
    if (!eventContract) return void counters.unknownTarget++
    const copied = boundedCopy(payload, maxBytes)
    if (!copied.ok) return countRefusal(counters, copied.reason)
    const parsed = eventContract.payload.safeParse(copied.value)
    if (parsed.success) events.tell(event, parsed.data)
    else counters.malformed++
  }
  const receive = (data: unknown) => {
    const type = envelopeType(data)
    if (type === 'result') {
      const reply = resultEnvelope.safeParse(data)
      if (reply.success) return onResult(reply.data.id, reply.data.result)
    } else if (type === 'error') {
      const reply = errorEnvelope.safeParse(data)
      if (reply.success) {
        const call = pending.take(reply.data.id)
        if (!call) return void counters.unknownTarget++
        return call.reject(errorOf(reply.data.error))
      }
    } else if (type === 'event') {
      const message = eventEnvelope.safeParse(data)
      if (message.success) return onEvent(message.data.event, message.data.payload)
    }
    counters.malformed++
  }
  return (data: unknown) => {
    try {
      receive(data)
    } catch {
      // A proxy or a getter of an in-process peer; a real port delivers neither.
      counters.malformed++
    }
  }
}

/** What a server refuses calls with before they reach a handler. */
const REFUSALS = [
  InvalidParamsError,
  UnknownMethodError,
  BridgeRateLimitError,
  MessageTooLargeError,
  CallAbortedError,
  InternalError,
]

/** The error that a server has answered with: of our own class where it is the bridge's. */
function errorOf(wire: WireError): BaseError {
  const Refusal = REFUSALS.find(({ code }) => code === wire.code)
  return Refusal
    ? new Refusal({ message: wire.message, ...(wire.data ? { data: wire.data } : {}) })
    : fromWire(wire)
}
