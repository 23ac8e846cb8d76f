import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { sha256 } from '../crypto/bytes.ts'
import { canonicalFacts } from './audit.ts'
import type { Database } from './Database.ts'
import { auditEvents } from './schema.ts'

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
    const rows: (typeof auditEvents.$inferSelect)[] = await db
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
    for (const { sequence, at, kind, facts, hash } of rows) {
      const text = JSON.stringify([previous ?? userId, sequence, at, kind, canonicalFacts(facts)])
      if (sequence !== length || hash !== sha256(text)) return null
      previous = hash
      length++
    }
    if (rows.length < BATCH) return { length, hash: previous }
  }
}
