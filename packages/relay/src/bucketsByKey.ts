import { createTokenBucket, type TokenBucket } from '@latchkey/std/tokenBucket'

const MOST_BUCKETS = 10_000

/**
 * One token bucket a key. Full ones are forgotten, so that the map does not grow with every key ever seen.
 *
 * @param burst most events at once
 * @param perSecond events that come back a second
 */
export function createBuckets(
  burst: number,
  perSecond: number,
  now: () => number,
): { take: (key: string, amount?: number) => boolean } {
  const buckets = new Map<string, TokenBucket>()
  return {
    take(key, amount = 1) {
      let bucket = buckets.get(key)
      if (!bucket) {
        if (buckets.size >= MOST_BUCKETS)
          for (const [other, { isFull }] of buckets) if (isFull()) buckets.delete(other)
        bucket = createTokenBucket(burst, perSecond, now)
        buckets.set(key, bucket)
      }
      return bucket.take(amount)
    },
  }
}
