/** Counts events that come back at a steady rate. */
export type TokenBucket = {
  /** Whether `amount` events may happen now; if so they are counted. */
  take: (amount?: number) => boolean
  /** Whether nothing is owed, so that the bucket may be forgotten. */
  isFull: () => boolean
}

/**
 * A token bucket: `burst` events at once, then `perSecond`.
 *
 * @param burst most events at once
 * @param perSecond events that come back a second
 * @param now a clock in milliseconds
 */
export function createTokenBucket(burst: number, perSecond: number, now: () => number): TokenBucket {
  let tokens = burst
  let at = now()
  const refill = () => {
    const time = now()
    // A clock that was set back gives nothing and takes nothing.
    tokens = Math.min(burst, tokens + (Math.max(0, time - at) / 1_000) * perSecond)
    at = time
  }
  return {
    take(amount = 1) {
      refill()
      if (tokens < amount) return false
      tokens -= amount
      return true
    },
    isFull() {
      refill()
      return tokens >= burst
    },
  }
}
