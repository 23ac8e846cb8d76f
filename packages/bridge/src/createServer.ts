import { BaseError, toWire, type WireError } from '@latchkey/errors'
import type { Contract, Method, ParamsOf } from '@latchkey/protocol/method'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import { reportError } from '@latchkey/std/reportError'
import { createTokenBucket } from '@latchkey/std/tokenBucket'
import type * as z from 'zod/mini'
import { type Counters, countRefusal, createCounters, DEFAULT_LIMITS, type Limits } from './limits.ts'
import { boundedCopy } from './wire/boundedCopy.ts'
import { cancelEnvelope, envelopeType, MAX_ERROR_MESSAGE, readCall, wireErrorData } from './wire/envelope.ts'
import {
  BridgeRateLimitError,
  CallAbortedError,
  ConnectionClosedError,
  InternalError,
  InvalidEventError,
  InvalidParamsError,
  MessageTooLargeError,
  UnknownMethodError,
} from './wire/errors.ts'
import type { Messenger } from './wire/portMessenger.ts'

/** One handler a method; the compiler refuses a missing one. Params are parsed and deeply frozen. */
export type Handlers<C extends Contract> = {
  readonly [Name in keyof C['methods']]: (
    params: ParamsOf<C['methods'][Name]>,
    context: CallContext,
  ) => Promise<z.input<C['methods'][Name]['result']>> | z.input<C['methods'][Name]['result']>
}

export type Server<C extends Contract> = {
  /**
   * Tells the peer something. Does nothing once closed.
   * @throws InvalidEventError when the payload does not follow the contract, or is too large
   */
  emit<Name extends keyof C['events'] & string>(
    event: Name,
    payload: z.input<C['events'][Name]['payload']>,
  ): void
  /** Resolves once the connection has ended; the signals of running calls are aborted then. */
  readonly closed: Promise<void>
  /** Ends the connection. May be called twice. */
  destroy(): void
  /** What the peer sent that was dropped or refused. */
  readonly counters: Readonly<Counters>
}

export type ServerOptions = {
  /** The peer's origin, from `acceptParent`. */
  origin: string
  limits?: Partial<Limits>
  /** Hears a handler's own bugs: a thrown value that is not a BaseError, a result against the contract. Reported as uncaught when left out. */
  onError?: (error: unknown) => void
}

type Entry = { method: Method; handler: (params: unknown, context: CallContext) => unknown }

/** What leaves this window about an error: bounded, or the peer would drop the reply. */
function boundedWire(error: unknown): WireError {
  const { code, message, data } = toWire(error, InternalError.defaultMessage)
  const wire: WireError = { code, message: message.slice(0, MAX_ERROR_MESSAGE) }
  if (data && wireErrorData().safeParse(data).success) wire.data = { ...data }
  return wire
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'

/**
 * Answers the calls of a contract. Dispatch is a Map of the contract's literal method names: no property path of a
 * peer is ever walked. Whatever the peer sends, nothing is thrown and no prototype is touched.
 *
 * @param messenger from `acceptParent`; belongs to the server from here on
 * @param handlers one for each method
 * @example
 * const server = createServer(frameContract, messenger, { getChainId: () => ({ chainId: 1 }), … }, { origin })
 * server.emit('chainChanged', { chainId: 1 })
 */
export function createServer<C extends Contract>(
  contract: C,
  messenger: Messenger,
  handlers: Handlers<C>,
  options: ServerOptions,
): Server<C> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const counters = createCounters()
  const running = createRunningCalls(options.origin, limits)
  const onError = options.onError ?? reportError
  const entries = new Map<string, Entry>()
  for (const [name, method] of Object.entries(contract.methods))
    entries.set(name, { method, handler: handlers[name] as Entry['handler'] })
  const eventContracts = new Map(Object.entries(contract.events))
  let open = true

  const destroy = () => {
    if (!open) return
    open = false
    unsubscribe()
    running.abortAll(new ConnectionClosedError())
    messenger.close()
  }
  const reply = createReplier({ messenger, running, onError })
  const unsubscribe = messenger.subscribe(createReceiver({ entries, running, reply, counters, limits }))
  void messenger.closed.then(destroy)

  return {
    emit(event, payload) {
      if (!open) return
      const parsed = eventContracts.get(event)?.payload.safeParse(payload)
      const copied = boundedCopy(parsed?.data, limits.maxMessageBytes)
      if (!parsed?.success || !copied.ok) throw new InvalidEventError({ details: event })
      messenger.post({ t: 'event', event, payload: copied.value })
    },
    closed: messenger.closed,
    destroy,
    counters,
  }
}

type Replier = {
  messenger: Messenger
  running: ReturnType<typeof createRunningCalls>
  onError: (error: unknown) => void
}

function createReplier({ messenger, running, onError }: Replier) {
  const refuse = (id: string, error: unknown) => messenger.post({ t: 'error', id, error: boundedWire(error) })

  /** The peer measures what it takes; a value that cannot be cloned is this side's own bug. */
  const send = (id: string, result: unknown): boolean => {
    try {
      messenger.post({ t: 'result', id, result })
      return true
    } catch {
      return false
    }
  }

  return {
    refuse,
    /** A result goes out even after a cancel: what was signed must not get lost. */
    result(id: string, call: RunningCall, method: Method, result: unknown) {
      if (running.get(id) !== call) return
      running.end(id)
      const parsed = method.result.safeParse(result)
      if (parsed.success && send(id, parsed.data)) return
      refuse(id, new InternalError())
      // Only the name: the value may be a secret.
      onError(new InternalError({ details: `The result of ${method.name} does not follow its contract` }))
    },
    /** A cancelled call is told as aborted, unless its error says that something may have happened all the same. */
    failure(id: string, call: RunningCall, method: Method, error: unknown) {
      if (running.get(id) !== call) return
      running.end(id)
      const outlives =
        error instanceof BaseError && method.errorsAfterAbort?.some(({ code }) => code === error.code)
      if (call.isAborted && !outlives) return refuse(id, new CallAbortedError())
      refuse(id, error instanceof BaseError ? error : new InternalError())
      if (!(error instanceof BaseError)) onError(error)
    },
  }
}

type Receiver = {
  entries: ReadonlyMap<string, Entry>
  running: ReturnType<typeof createRunningCalls>
  reply: ReturnType<typeof createReplier>
  counters: Counters
  limits: Limits
}

/** Takes whatever the peer sends. Never throws. */
function createReceiver({ entries, running, reply, counters, limits }: Receiver) {
  const admissions = createTokenBucket(limits.burst, limits.messagesPerSecond, () => performance.now())

  const run = (id: string, call: RunningCall, { method, handler }: Entry, params: unknown) => {
    try {
      const result = handler(params, call)
      if (!isThenable(result)) return reply.result(id, call, method, result)
      result.then(
        (value) => reply.result(id, call, method, value),
        (error: unknown) => reply.failure(id, call, method, error),
      )
    } catch (error) {
      reply.failure(id, call, method, error)
    }
  }
  const onCall = (id: string, name: string, rawParams: unknown) => {
    if (running.has(id)) return void counters.unknownTarget++
    const entry = entries.get(name)
    if (!entry) return reply.refuse(id, new UnknownMethodError())
    const copied = boundedCopy(rawParams, limits.maxMessageBytes)
    if (!copied.ok) {
      countRefusal(counters, copied.reason)
      if (copied.reason === 'tooLarge') reply.refuse(id, new MessageTooLargeError())
      return
    }
    const params = entry.method.params.safeParse(copied.value)
    if (!params.success) return reply.refuse(id, new InvalidParamsError())
    const call = running.start(id, entry.method.policy.ui === 'approval')
    if (call) run(id, call, entry, deepFreeze(params.data))
    else reply.refuse(id, new BridgeRateLimitError())
  }
  const receive = (data: unknown) => {
    const admitted = admissions.take()
    if (!admitted) counters.rateLimited++
    const type = envelopeType(data)
    if (type === 'call') {
      const message = readCall(data)
      if (message) {
        const { id, method, params } = message
        return admitted ? onCall(id, method, params) : reply.refuse(id, new BridgeRateLimitError())
      }
    } else if (type === 'cancel') {
      const message = cancelEnvelope().safeParse(data)
      if (message.success) {
        const call = running.get(message.data.id)
        return call ? call.abort() : void counters.unknownTarget++
      }
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

/** What a handler learns about a call. */
export type CallContext = {
  /** The peer's origin as the handshake saw it. No message can change it. */
  readonly origin: string
  /** Aborted when the caller cancels, its time-out passes, or the connection ends. */
  readonly signal: AbortSignal
}

class RunningCall implements CallContext {
  readonly origin: string
  readonly waitsForPerson: boolean
  #aborted: unknown
  #controller: AbortController | undefined

  constructor(origin: string, waitsForPerson: boolean) {
    this.origin = origin
    this.waitsForPerson = waitsForPerson
  }

  /** Made when first asked for: most handlers never look. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#aborted) this.#controller.abort(this.#aborted)
    }
    return this.#controller.signal
  }

  get isAborted(): boolean {
    return this.#aborted !== undefined
  }

  abort(reason: unknown = new CallAbortedError()): void {
    if (this.#aborted !== undefined) return
    this.#aborted = reason
    this.#controller?.abort(reason)
  }
}

/** The calls that a server works on, and how many it takes. A cancelled call keeps its place until its handler ends. */
function createRunningCalls(origin: string, limits: Limits) {
  const calls = new Map<string, RunningCall>()
  let counted = 0
  return {
    has: (id: string) => calls.has(id),
    get: (id: string) => calls.get(id),
    /** @returns undefined when too many calls run */
    start(id: string, waitsForPerson: boolean): RunningCall | undefined {
      if (calls.size >= limits.maxRunningCalls) return undefined
      if (!waitsForPerson && counted >= limits.maxConcurrentCalls) return undefined
      if (!waitsForPerson) counted++
      const call = new RunningCall(origin, waitsForPerson)
      calls.set(id, call)
      return call
    },
    end(id: string) {
      const call = calls.get(id)
      if (!call) return
      calls.delete(id)
      if (!call.waitsForPerson) counted--
    },
    abortAll(reason: unknown) {
      for (const call of calls.values()) call.abort(reason)
      calls.clear()
      counted = 0
    },
  }
}
