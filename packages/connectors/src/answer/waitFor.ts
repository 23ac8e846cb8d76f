import { RequestAbortedError } from '@latchkey/core/connector'
import { WalletSilentError } from './errors.ts'

export type WaitOptions = {
  /** ms; none where a person is asked. */
  limit?: number | undefined
  /** What it rejects with then. */
  onLimit?: () => Error
  signals?: readonly (AbortSignal | undefined)[]
}

/**
 * Waits for work that cannot be stopped. What comes of it later is dropped.
 *
 * @throws RequestAbortedError when a signal aborts, WalletSilentError (or another) after the limit, or what the work
 * rejects with
 */
export function waitFor<T>(
  work: () => T | Promise<T>,
  { limit, onLimit = () => new WalletSilentError(), signals = [] }: WaitOptions,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      for (const signal of signals) signal?.removeEventListener('abort', abort)
      finish()
    }
    const abort = () => settle(() => reject(new RequestAbortedError()))
    if (signals.some((signal) => signal?.aborted)) return abort()
    for (const signal of signals) signal?.addEventListener('abort', abort)
    if (limit !== undefined) timer = setTimeout(() => settle(() => reject(onLimit())), limit)
    // A provider may throw at once as well.
    new Promise<T>((start) => start(work())).then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    )
  })
}
