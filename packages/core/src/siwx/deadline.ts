import { SignInAbortedError, SignInTimeoutError } from './errors.ts'

/**
 * Waits for work of somebody else: it settles at the latest when `signal` aborts or the time is over.
 *
 * @param limit ms; none for what a person has to approve
 * @throws SignInAbortedError, SignInTimeoutError, or what the work rejects with
 */
export function deadline<T>(work: Promise<T>, signal: AbortSignal, limit?: number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    }
    const leave = () => {
      settle()
      reject(new SignInAbortedError())
    }
    const timer = limit === undefined ? undefined : setTimeout(() => reject(new SignInTimeoutError()), limit)
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    work.then(resolve, reject).finally(settle)
  })
}
