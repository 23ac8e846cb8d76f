import { type BaseError, fromWire, type WireError } from '@latchkey/errors'
import type { Contract, Method, PayloadOf, ResultOf } from '@latchkey/protocol/method'
import { parseKnown } from '@latchkey/std/parseKnown'
import { callListener } from '@latchkey/std/reportError'
import type * as z from 'zod/mini'
import { createDeadlines } from './deadlines.ts'
import { type Counters, countRefusal, createCounters, DEFAULT_LIMITS } from './limits.ts'
import { boundedCopy } from './wire/boundedCopy.ts'
import { envelopeType, errorEnvelope, eventEnvelope, readResult } from './wire/envelope.ts'
import {
  BridgeRateLimitError,
  CallAbortedError,
  CallTimeoutError,
  ConnectionClosedError,
  InternalError,
  InvalidParamsError,
  InvalidResultError,
  MessageTooLargeError,
  UnknownMethodError,
} from './wire/errors.ts'
import type { Messenger } from './wire/portMessenger.ts'
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
    const parsed = parseKnown(call.method.result, copied.value)
    if (parsed.success) call.resolve(parsed.data)
    else call.reject(new InvalidResultError())
  }
  const onEvent = (event: string, payload: unknown) => {
    const eventContract = eventContracts.get(event)
    if (!eventContract) return void counters.unknownTarget++
    const copied = boundedCopy(payload, maxBytes)
    if (!copied.ok) return countRefusal(counters, copied.reason)
    const parsed = parseKnown(eventContract.payload, copied.value)
    if (parsed.success) events.tell(event, parsed.data)
    else counters.malformed++
  }
  const receive = (data: unknown) => {
    const type = envelopeType(data)
    if (type === 'result') {
      const reply = readResult(data)
      if (reply) return onResult(reply.id, reply.result)
    } else if (type === 'error') {
      const reply = errorEnvelope().safeParse(data)
      if (reply.success) {
        const call = pending.take(reply.data.id)
        if (!call) return void counters.unknownTarget++
        return call.reject(errorOf(reply.data.error))
      }
    } else if (type === 'event') {
      const message = eventEnvelope().safeParse(data)
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

export type CallOptions = {
  /** Aborting sends `cancel`. A call that a person is asked about may still be answered for `abortGrace` ms. */
  signal?: AbortSignal | undefined
  /** ms; instead of the contract's. `null` waits until answered, aborted or closed. */
  timeout?: number | null | undefined
}

type PendingCall = {
  method: Method
  resolve: (result: unknown) => void
  reject: (error: BaseError) => void
  /** Stops whatever watches this call: the caller's signal, or the grace after an abort. */
  release: (() => void) | undefined
}

/** The calls that wait for an answer. Each leaves the list exactly once, and is settled by whoever takes it. */
function createPendingCalls(messenger: Messenger, abortGrace: number) {
  const calls = new Map<string, PendingCall>()

  const take = (id: string): PendingCall | undefined => {
    const call = calls.get(id)
    if (!call) return undefined
    calls.delete(id)
    call.release?.()
    return call
  }
  const expire = (id: string) => {
    const call = take(id)
    if (!call) return
    messenger.post({ t: 'cancel', id })
    call.reject(new CallTimeoutError())
  }
  const deadlines = createDeadlines(
    (id) => calls.has(id),
    expire,
    () => performance.now(),
  )

  const abort = (id: string, call: PendingCall) => {
    messenger.post({ t: 'cancel', id })
    const finish = () => take(id)?.reject(new CallAbortedError())
    if (call.method.policy.ui !== 'approval') return finish()
    // A signature that exists already must reach its caller: dropping it would hide a broadcast.
    const timer = setTimeout(finish, abortGrace)
    call.release = () => clearTimeout(timer)
  }

  return {
    take,
    add(id: string, call: PendingCall, { signal, timeout = call.method.timeout }: CallOptions) {
      calls.set(id, call)
      if (timeout !== null) deadlines.add(id, timeout)
      if (!signal) return
      const onAbort = () => abort(id, call)
      signal.addEventListener('abort', onAbort, { once: true })
      call.release = () => signal.removeEventListener('abort', onAbort)
    },
    rejectAll(makeError: () => BaseError) {
      deadlines.clear()
      for (const id of [...calls.keys()]) take(id)?.reject(makeError())
    },
  }
}

type Listener = (payload: unknown) => void

/** Who listens to which event. One listener's bug reaches neither the others nor the transport. */
function createEventListeners(events: readonly string[]) {
  const listeners = new Map<string, Set<Listener>>(events.map((event) => [event, new Set()]))
  return {
    on(event: string, listener: Listener): () => void {
      listeners.get(event)?.add(listener)
      return () => {
        listeners.get(event)?.delete(listener)
      }
    },
    tell(event: string, payload: unknown) {
      for (const listener of listeners.get(event) ?? []) callListener(listener, payload)
    },
    clear() {
      for (const set of listeners.values()) set.clear()
    },
  }
}
