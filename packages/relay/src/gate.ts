import type { IncomingMessage } from 'node:http'
import { createTokenBucket, type TokenBucket } from '@latchkey/std/tokenBucket'
import { type AdmissionRules, admit } from './admit.ts'
import type { RefusalStatus } from './RelayEvent.ts'
import { type CountAll, inAMinute } from './RelayLimits.ts'

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

/** Counts what is held at once, by key. */
type Quota = {
  /** Takes one; the function gives it back, once. `undefined` when the key has as many as it may. */
  take: (key: string) => (() => void) | undefined
}

/** @param most how many of one key may be held at once */
export function createQuota(most: number): Quota {
  const held = new Map<string, number>()
  return {
    take(key) {
      const count = held.get(key) ?? 0
      if (count >= most) return undefined
      held.set(key, count + 1)
      let given = false
      return () => {
        if (given) return
        given = true
        const left = (held.get(key) ?? 1) - 1
        if (left > 0) held.set(key, left)
        else held.delete(key)
      }
    },
  }
}

/** A socket that may be opened. `release` is called once it is over. */
export type Entry = { clientId: string; address: string; release: () => void }

/**
 * Decides who gets a socket: counts by address and project, and asks `admit`.
 *
 * @param addressOf where a caller is counted
 */
export function createGate(
  rules: AdmissionRules,
  addressOf: (request: IncomingMessage) => string,
  countAll: CountAll,
) {
  const { limits, now } = rules
  const upgrades = createBuckets(limits.upgradeBurst, limits.upgradesPerSecond, now)
  const all = createQuota(limits.sockets)
  const addresses = createQuota(limits.socketsPerAddress)
  const projects = createQuota(limits.socketsPerProject)
  const most = inAMinute(limits.upgradeBurst, limits.upgradesPerSecond)

  return async function enter(request: IncomingMessage): Promise<{ refusal: RefusalStatus } | Entry> {
    const address = addressOf(request)
    // Before anything that costs: a signature takes a few milliseconds to check.
    if (!upgrades.take(address)) return { refusal: 429 }
    const counted = await countAll(`upgrades:${address}`, 1, most).catch(() => undefined)
    if (!counted) return { refusal: counted === false ? 429 : 503 }
    const held = [all.take(''), addresses.take(address)]
    const release = () => {
      for (const give of held) give?.()
    }
    const admission = held.every(Boolean) ? await admit(rules, request) : { refusal: 429 as const }
    if (!('refusal' in admission)) held.push(projects.take(admission.projectId))
    if (!('refusal' in admission) && held.every(Boolean))
      return { clientId: admission.clientId, address, release }
    release()
    return { refusal: 'refusal' in admission ? admission.refusal : 429 }
  }
}
