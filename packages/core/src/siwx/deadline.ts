import { withDeadline } from '@latchkey/std/deadline'
import { SignInAbortedError, SignInTimeoutError } from './errors.ts'

/**
 * Waits for work of somebody else: it settles at the latest when `signal` aborts or the time is over.
 *
 * @param ms none for what a person has to approve
 * @throws SignInAbortedError, SignInTimeoutError, or what the work rejects with
 */
export function deadline<T>(work: Promise<T>, signal: AbortSignal, ms?: number): Promise<T> {
  // Nobody hears of its failure when the signal has aborted already.
  work.catch(() => undefined)
  const tooLate = () => new SignInTimeoutError()
  const cancelled = () => new SignInAbortedError()
  return withDeadline({ ms, signal, tooLate, cancelled }, () => work)
}
