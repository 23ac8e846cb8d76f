import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { randomId, sha256 } from '../crypto/bytes.ts'
import type { Database } from './Database.ts'
import { auditEvents } from './schema.ts'

export type AuditKind =
  | 'signed-in'
  | 'signed-out'
  | 'refresh-reused'
  | 'wallet-created'
  | 'wallet-confirmed'
  | 'wallet-discarded'
  | 'device-added'
  | 'device-requested'
  | 'device-approved'
  | 'device-rejected'
  | 'device-revoked'
  | 'share-released'
  | 'wallet-recovered'
  | 'identity-linked'
  | 'identity-removed'
  | 'site-revoked'
  | 'email-shared'
  | 'email-withdrawn'
  | 'email-change-started'
  | 'email-changed'
  | 'email-reverted'
  | 'account-frozen'
  | 'account-unfrozen'
  | 'export-allowed'
  | 'passkey-added'
  | 'method-added'
  | 'method-opened'
  | 'method-proven'
  | 'method-removed'
  | 'wallet-protected'
  | 'join-approved'
  | 'project-changed'

export type AuditEvent = {
  at: number
  userId: string
  kind: AuditKind
  /** Ids, hashes and fixed words alone: no address, code, token or payload. */
  facts?: Record<string, string>
}

/** How often an event gives way to another one of the same account before it gives up. */
const MOST_TRIES = 200

/** The facts as a list of pairs in one order: a database keeps the members of an object in its own. */
const canonicalFacts = (facts: Readonly<Record<string, string>>): [string, string][] =>
  Object.keys(facts)
    .sort()
    .map((name) => [name, facts[name] ?? ''])

/**
 * Adds an event to its account's chain, in one statement, so that nothing needs to be locked. The hash is SHA-256 over
 * the JSON text `[previous hash, sequence, at, kind, facts]`; the first entry's previous hash is the account's id.
 *
 * Two events at once take the same place: the second waits for the first one's transaction, finds the place taken and
 * asks for the next. That wait is the one cost, and only for events of one account.
 *
 * @param db the caller's transaction, or the database itself
 */
export async function audit(db: Database, { at, userId, kind, facts = {} }: AuditEvent): Promise<void> {
  const pairs = canonicalFacts(facts)
  const rest = JSON.stringify([at, kind, pairs]).slice(1)
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const added = (await db.execute(sql`
      with head as (
        select coalesce(max(sequence), -1) + 1 as next from audit_events where user_id = ${userId}
      ), place as (
        select head.next, coalesce(
          (select hash from audit_events where user_id = ${userId} and sequence = head.next - 1), ${userId}::text
        ) as previous from head
      )
      insert into audit_events (id, at, user_id, kind, facts, sequence, hash)
      select ${randomId()}, ${at}::bigint, ${userId}, ${kind}, ${JSON.stringify(facts)}::jsonb, next,
        rtrim(translate(encode(sha256(convert_to(
          '["' || previous || '",' || next || ',' || ${rest}::text, 'UTF8'
        )), 'base64'), '+/', '-_'), '=')
      from place
      on conflict (user_id, sequence) do nothing
      returning sequence
    `)) as unknown as { rows: unknown[] }
    if (added.rows.length) return
  }
  throw new Error('The activity log of the account is too busy.')
}

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
