import type { Limits } from './limits.ts'
import { CallAbortedError } from './wire/errors.ts'

/** What a handler learns about a call. */
export type CallContext = {
  /** The peer's origin as the handshake saw it. No message can change it. */
  readonly origin: string
  /** Aborted when the caller cancels, its time-out passes, or the connection ends. */
  readonly signal: AbortSignal
}

export class RunningCall implements CallContext {
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
export function createRunningCalls(origin: string, limits: Limits) {
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
