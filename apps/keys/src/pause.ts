import { CancelledError } from './errors.ts'

/**
 * Waits, but no longer than `over` allows.
 *
 * @param ms how long, in milliseconds
 * @throws CancelledError when `over` fires
 */
export function pause(ms: number, over: AbortSignal): Promise<void> {
  if (over.aborted) return Promise.reject(new CancelledError())
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(new CancelledError())
    }
    const timer = setTimeout(() => {
      over.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    over.addEventListener('abort', onAbort, { once: true })
  })
}
