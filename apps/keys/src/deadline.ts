import type { BaseError } from '@latchkey/errors'

/**
 * Runs `work` with a signal that fires when `parent` does or after `ms` milliseconds. The promise settles then at the
 * latest, whether or not `work` looks at the signal.
 *
 * @param tooLate makes the error of a time-out
 * @param cancelled makes the error of an abort by the parent
 * @example await withDeadline({ ms: 10_000, tooLate: () => new ServiceUnreachableError(), cancelled: () => new CancelledError() }, (signal) => fetch(url, { signal }))
 */
export function withDeadline<T>(
  limits: { ms: number; parent?: AbortSignal; tooLate: () => BaseError; cancelled: () => BaseError },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { ms, parent, tooLate, cancelled } = limits
  if (parent?.aborted) return Promise.reject(cancelled())
  const own = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer)
      parent?.removeEventListener('abort', onAbort)
    }
    const stop = (error: BaseError) => {
      finish()
      reject(error)
      own.abort()
    }
    const onAbort = () => stop(cancelled())
    const timer = setTimeout(() => stop(tooLate()), ms)
    parent?.addEventListener('abort', onAbort, { once: true })
    work(own.signal).then(
      (value) => {
        finish()
        resolve(value)
      },
      (error: unknown) => {
        finish()
        reject(error)
      },
    )
  })
}
