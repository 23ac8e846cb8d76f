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
export type Wait = number

/**
 * Counts events if they fit under the limit, in one statement, so that any number of processes agree.
 *
 * @param now milliseconds since the epoch
 * @param amount how many events at once
 */
export async function consume(db: Database, limit: CountedLimit, now: number, amount = 1): Promise<Wait> {
  const { key, limit: most, window } = limit
  if (amount > most) return window
  const counted = await db
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
    .returning({ count: counters.count })
  if (counted.length) return 0
  const [row] = await db.select().from(counters).where(eq(counters.key, key))
  return Math.max(1, (row?.resetsAt ?? now + window) - now)
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
