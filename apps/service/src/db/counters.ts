import { eq, sql } from 'drizzle-orm'
import type { Database } from './Database.ts'
import { counters } from './schema.ts'

export type CountedLimit = {
  /** What is counted, for whom. */
  key: string
  /** Most events in one window. */
  limit: number
  /** Milliseconds; the window opens with its first event. */
  window: number
}

/** 0 when the events were counted, else the milliseconds until the window closes. */
type Wait = number

type Counted = {
  wait: Wait
  /** When the window closes, ms since the epoch. */
  resetsAt: number
}

async function count(db: Database, limit: CountedLimit, now: number, amount: number): Promise<Counted> {
  const { key, limit: most, window } = limit
  if (amount > most) return { wait: window, resetsAt: now + window }
  const [counted] = await db
    .insert(counters)
    .values({ key, count: amount, resetsAt: now + window })
    .onConflictDoUpdate({
      target: counters.key,
      set: {
        count: sql`case when ${counters.resetsAt} <= ${now}::bigint then ${amount}::int else ${counters.count} + ${amount}::int end`,
        resetsAt: sql`case when ${counters.resetsAt} <= ${now}::bigint then ${now + window}::bigint else ${counters.resetsAt} end`,
      },
      setWhere: sql`${counters.resetsAt} <= ${now}::bigint or ${counters.count} + ${amount}::int <= ${most}::int`,
    })
    .returning({ resetsAt: counters.resetsAt })
  if (counted) return { wait: 0, resetsAt: counted.resetsAt }
  const [row] = await db.select().from(counters).where(eq(counters.key, key))
  const resetsAt = row?.resetsAt ?? now + window
  return { wait: Math.max(1, resetsAt - now), resetsAt }
}

/**
 * Counts events if they fit under the limit, in one statement, so that any number of processes agree.
 *
 * @param now milliseconds since the epoch
 * @param amount how many events at once
 */
export async function consume(db: Database, limit: CountedLimit, now: number, amount = 1): Promise<Wait> {
  return (await count(db, limit, now, amount)).wait
}

/** Takes one counted event back: it did not happen after all. */
export async function giveBack(db: Database, key: string): Promise<void> {
  await db
    .update(counters)
    .set({ count: sql`greatest(${counters.count} - 1, 0)` })
    .where(eq(counters.key, key))
}

/** Whole seconds to tell a caller, at least 1. */
export const retryAfterOf = (wait: Wait): number => Math.max(1, Math.ceil(wait / 1_000))

/** The maps must not grow with every address ever seen: beyond this the oldest entry goes. */
const MOST_ENTRIES = 10_000

/** Writes an entry as the newest, without a look at the others. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > MOST_ENTRIES && oldest !== undefined) map.delete(oldest)
}

/**
 * Counts frequent events without a database statement for each: it takes a tenth of the limit at a time from the
 * shared counter and spends that here. Several processes together stay under the limit. Whoever is over it is refused
 * from memory until the window closes.
 */
export function createLeasedLimiter(db: Database, now: () => number) {
  const leases = new Map<string, { left: number; until: number }>()
  /** Used-up limits, and when their windows close. */
  const usedUp = new Map<string, number>()
  const renewals = new Map<string, Promise<Wait>>()

  function spend(key: string, amount: number): boolean {
    const lease = leases.get(key)
    if (!lease || lease.until <= now() || lease.left < amount) return false
    lease.left -= amount
    return true
  }

  async function renew(limit: CountedLimit, amount: number): Promise<Wait> {
    const time = now()
    const wanted = Math.max(amount, Math.ceil(limit.limit / 10))
    let granted = wanted
    let { wait, resetsAt } = await count(db, limit, time, wanted)
    if (wait && wanted > amount) {
      granted = amount
      ;({ wait, resetsAt } = await count(db, limit, time, amount))
    }
    // Nothing at all is left; of a larger amount that does not fit nobody can tell.
    if (wait && amount === 1) remember(usedUp, limit.key, time + wait)
    if (wait) return wait
    const before = leases.get(limit.key)
    const rest = before && before.until > time ? before.left : 0
    // What is left when the window has passed is dropped: it was counted against that window.
    remember(leases, limit.key, { left: rest + granted, until: resetsAt })
    return 0
  }

  /** Takes one back that was not used after all, in this process. */
  function giveBack(key: string): void {
    const lease = leases.get(key)
    if (lease) lease.left += 1
    usedUp.delete(key)
  }

  /** @returns 0 when allowed, else the milliseconds to wait */
  async function take(limit: CountedLimit, amount = 1): Promise<Wait> {
    while (!spend(limit.key, amount)) {
      const closed = (usedUp.get(limit.key) ?? 0) - now()
      if (closed > 0) return closed
      // Many calls at once share one renewal, or each would take a tenth of the limit for itself.
      const running = renewals.get(limit.key)
      const renewal = running ?? renew(limit, amount).finally(() => renewals.delete(limit.key))
      if (!running) renewals.set(limit.key, renewal)
      const wait = await renewal
      if (wait) return wait
    }
    return 0
  }
  return Object.assign(take, { giveBack })
}

export type LeasedLimiter = ReturnType<typeof createLeasedLimiter>
