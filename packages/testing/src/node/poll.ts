import { setTimeout as delay } from 'node:timers/promises'

export type PollOptions = {
  /** What is waited for; used in the error. */
  name: string
  /** Milliseconds in all. Default 120 000. */
  timeout?: number
  /** Milliseconds between attempts. Default 50. */
  interval?: number
  signal?: AbortSignal
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Repeats `attempt` until it resolves. `attempt` gets a signal that aborts with the time-out or the caller.
 *
 * @throws Error with the last failure when the time is over; the abort reason when `signal` aborts
 * @example
 * await poll(() => call('eth_blockNumber'), { name: 'anvil', timeout: 10_000 })
 */
export async function poll<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  options: PollOptions,
): Promise<T> {
  const { name, timeout = 120_000, interval = 50 } = options
  const expired = AbortSignal.timeout(timeout)
  const signal = options.signal ? AbortSignal.any([expired, options.signal]) : expired
  let last = 'no answer'
  while (!signal.aborted) {
    try {
      return await attempt(signal)
    } catch (error) {
      if (!signal.aborted) last = reasonOf(error)
    }
    await delay(interval, undefined, { signal }).catch(() => undefined)
  }
  options.signal?.throwIfAborted()
  throw new Error(`${name} was not ready within ${timeout} ms: ${last}`)
}
