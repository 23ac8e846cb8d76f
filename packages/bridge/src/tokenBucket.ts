/**
 * A token bucket: `burst` at once, then `perSecond`.
 *
 * @param now a clock in ms that never goes back
 * @returns takes one token; false when there is none
 */
export function createTokenBucket(perSecond: number, burst: number, now: () => number): () => boolean {
  let tokens = burst
  let last = now()
  return () => {
    const time = now()
    tokens = Math.min(burst, tokens + ((time - last) * perSecond) / 1000)
    last = time
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
