/** Whoever is asked has failed again and again, and is left alone for a while. */
export class BreakerOpenError extends Error {
  override name = 'BreakerOpenError'
}

export type BreakerLimits = {
  /** Failures in a row after which nobody is asked any more. */
  failures: number
  /** How long, ms. Then one asks, and decides for all. */
  rest: number
  now: () => number
}

export type Breaker = {
  /** @throws BreakerOpenError without having begun; what `work` throws */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Spares a silent upstream, and those who would wait for it. */
export function createBreaker({ failures, rest, now }: BreakerLimits): Breaker {
  let failed = 0
  let openUntil = Number.NEGATIVE_INFINITY
  let isTrying = false
  return {
    async run(work) {
      const isOpen = failed >= failures
      if (isOpen && (isTrying || now() < openUntil)) throw new BreakerOpenError()
      if (isOpen) isTrying = true
      try {
        const result = await work()
        failed = 0
        return result
      } catch (error) {
        failed += 1
        if (failed >= failures) openUntil = now() + rest
        throw error
      } finally {
        if (isOpen) isTrying = false
      }
    },
  }
}
