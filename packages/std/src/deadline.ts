type Deadline = {
  /** Aborts when the time is over or when one of the given signals does. */
  signal: AbortSignal
  /** Stops the clock and lets the given signals go. Call it when the work has ended. */
  clear(): void
}

/**
 * A signal that aborts after a time, or with others. Unlike `AbortSignal.any([…, AbortSignal.timeout(ms)])` it always
 * fires: Node 20 collects such a combination as garbage while a request still waits for it. Its timer is its own.
 *
 * @param ms milliseconds; without it the given signals alone end the work
 * @param signals those that end the work too; an absent one counts for nothing
 * @returns a signal whose reason is a `TimeoutError` (DOMException), as that of `AbortSignal.timeout`, or that of the
 *   signal that aborted
 * @example
 * const limit = startDeadline(10_000, signal)
 * try { return await (await fetch(url, { signal: limit.signal })).json() } finally { limit.clear() }
 */
export function startDeadline(
  ms: number | undefined,
  ...signals: readonly (AbortSignal | undefined)[]
): Deadline {
  const own = new AbortController()
  const given = signals.filter((signal) => signal !== undefined)
  const clear = () => {
    clearTimeout(timer)
    for (const signal of given) signal.removeEventListener('abort', follow)
  }
  const end = (reason: unknown) => {
    clear()
    own.abort(reason)
  }
  const follow = () => {
    const gone = given.find((signal) => signal.aborted)
    if (gone) end(gone.reason)
  }
  const timer = ms === undefined ? undefined : setTimeout(() => end(timeoutError(ms)), ms)
  for (const signal of given) signal.addEventListener('abort', follow)
  follow()
  return { signal: own.signal, clear }
}

const timeoutError = (ms: number) => new DOMException(`No answer within ${ms} ms.`, 'TimeoutError')

export type DeadlineLimits = {
  /** Milliseconds; without it `signal` alone ends the work. */
  ms?: number | undefined
  /** Ends the work too. */
  signal?: AbortSignal | undefined
  /** Makes the error of a time-out; default: a `TimeoutError` (DOMException). */
  tooLate?: () => unknown
  /** Makes the error of an abort by `signal`; default: the reason of the signal. */
  cancelled?: () => unknown
}

/**
 * Runs work with a signal that aborts after a time. The promise settles then at the latest, whether or not the work
 * looks at its signal.
 *
 * @param work gets the signal; it is not begun when `limits.signal` has aborted already
 * @throws what `tooLate` or `cancelled` makes, or what the work rejects with
 * @example
 * await withDeadline({ ms: 10_000, signal }, async (signal) => (await fetch(url, { signal })).json())
 */
export async function withDeadline<T>(
  limits: DeadlineLimits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { ms, signal: parent, tooLate, cancelled } = limits
  const limit = startDeadline(ms, parent)
  const reason = () => (parent?.aborted ? cancelled : tooLate)?.() ?? limit.signal.reason
  try {
    if (limit.signal.aborted) throw reason()
    return await new Promise<T>((resolve, reject) => {
      limit.signal.addEventListener('abort', () => reject(reason()), { once: true })
      work(limit.signal).then(resolve, reject)
    })
  } finally {
    limit.clear()
  }
}

/**
 * A signal that aborts with the first of the given ones: `AbortSignal.any`, which came to Safari with 17.4.
 *
 * @example
 * await fetch(url, { signal: anySignal(signal, destroyed.signal) })
 */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const { any } = AbortSignal as { any?: typeof AbortSignal.any }
  return any ? any.call(AbortSignal, [...signals]) : startDeadline(undefined, ...signals).signal
}
