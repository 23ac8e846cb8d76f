import type { BaseError } from '@latchkey/errors'
import type { Method } from '@latchkey/protocol'
import { createDeadlines } from './deadlines.ts'
import { CallAbortedError, CallTimeoutError } from './wire/errors.ts'
import type { Messenger } from './wire/Messenger.ts'

export type CallOptions = {
  /** Aborting sends `cancel`. A call that a person is asked about may still be answered for `abortGrace` ms. */
  signal?: AbortSignal | undefined
  /** ms; instead of the contract's. `null` waits until answered, aborted or closed. */
  timeout?: number | null | undefined
}

export type PendingCall = {
  method: Method
  resolve: (result: unknown) => void
  reject: (error: BaseError) => void
  /** Stops whatever watches this call: the caller's signal, or the grace after an abort. */
  release: (() => void) | undefined
}

/** The calls that wait for an answer. Each leaves the list exactly once, and is settled by whoever takes it. */
export function createPendingCalls(messenger: Messenger, abortGrace: number) {
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
