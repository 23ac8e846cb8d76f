import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { sha256 } from '../crypto/bytes.ts'
import { canonicalFacts } from './audit.ts'
import type { Database } from './Database.ts'
import { auditEvents } from './schema.ts'

type Entry = typeof auditEvents.$inferSelect

/** Whether an entry has its place and its hash is that over the one before and itself. */
const follows = (entry: Entry, userId: string, sequence: number, previous: string | null): boolean =>
  entry.sequence === sequence &&
  entry.hash ===
    sha256(JSON.stringify([previous ?? userId, sequence, entry.at, entry.kind, canonicalFacts(entry.facts)]))

/**
 * Checks a part of an account's activity log that was read already: places without gaps, each hash over the one before
 * and the entry.
 *
 * @param newestFirst entries of the chain
 * @param toTheStart the last one must be the account's first; else it is taken as given
 */
export const verifyPart = (userId: string, newestFirst: readonly Entry[], toTheStart: boolean): boolean =>
  newestFirst.every((entry, index) => {
    const before = newestFirst[index + 1]
    if (before) return follows(entry, userId, (before.sequence ?? -2) + 1, before.hash)
    return !toTheStart || follows(entry, userId, 0, null)
  })

/** Rows read at once. */
const BATCH = 1_000

/**
 * Reads an account's whole activity log and checks it: places without gaps from 0, each hash over the one before and
 * the entry. A changed, moved, added or missing entry shows. Entries cut off at the very end do not: compare the
 * newest hash with one that was noted before.
 *
 * @returns `length` of the chain and `hash` of its newest entry, where it holds; null where it does not
 */
export async function verifyChain(
  db: Database,
  userId: string,
): Promise<{ length: number; hash: string | null } | null> {
  let length = 0
  let previous: string | null = null
  for (;;) {
    const rows: Entry[] = await db
      .select()
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.userId, userId),
          isNotNull(auditEvents.sequence),
          gt(auditEvents.sequence, length - 1),
        ),
      )
      .orderBy(asc(auditEvents.sequence))
      .limit(BATCH)
    for (const entry of rows) {
      if (!follows(entry, userId, length, previous)) return null
      previous = entry.hash
      length++
    }
    if (rows.length < BATCH) return { length, hash: previous }
  }
}
