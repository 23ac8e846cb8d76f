import { and, eq, inArray, isNotNull, lt, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './Database.ts'
import { isDatabaseAway } from './databaseErrors.ts'
import * as identity from './identitySchema.ts'
import * as tables from './schema.ts'
import { sponsorSpending, sponsorships } from './sponsorSchema.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Rows of one statement: others wait for their locks and for the log that it writes. */
const BATCH = 1_000
/** Most batches of one table and round; the next round goes on. */
const BATCHES = 200
/** Any number that no other program takes: one process sweeps at a time. */
const SWEEP_LOCK = 4_120_777_032

type Rule = { table: PgTable; column: PgColumn; before: number; where?: SQL }

/** What is deleted, by the index of its time. */
function rulesOf(now: number, retentionDays: number): Readonly<Record<string, Rule>> {
  const { accessTokens, analyticsEvents, challenges, counters, loginFailures, mailJobs } = tables
  const { refreshTokens, relayMessages, sessions, siwxSessions, usedProofs, windowMail } = tables
  const { deviceRequests, deviceVerdicts, devices, emailChanges, joins, mailLinks } = identity
  const { passkeyChallenges, socialFlows } = identity
  const expired = <T extends PgTable & { expiresAt: PgColumn }>(table: T, before = now): Rule => ({
    table,
    column: table.expiresAt,
    before,
  })
  const failed = (closed: boolean, days: number): Rule => ({
    table: loginFailures,
    column: loginFailures.at,
    before: now - days * DAY,
    where: eq(loginFailures.closed, closed),
  })
  return {
    usedProofs: expired(usedProofs),
    counters: { table: counters, column: counters.resetsAt, before: now },
    mailJobs: expired(mailJobs),
    // An hour longer, so that a late try is told "expired" and not "gone".
    challenges: expired(challenges, now - HOUR),
    loginFailures: failed(false, 30),
    closedFailures: failed(true, 30),
    refreshTokens: expired(refreshTokens),
    // An expired access token is told apart from an unknown one for as long as its session may be refreshed.
    accessTokens: expired(accessTokens, now - 14 * DAY),
    siwxSessions: expired(siwxSessions),
    // The relay sweeps too, but it may have been turned off.
    relayMessages: expired(relayMessages),
    windowMail: expired(windowMail),
    analyticsEvents: {
      table: analyticsEvents,
      column: analyticsEvents.at,
      before: now - retentionDays * DAY,
    },
    deviceRequests: expired(deviceRequests, now - HOUR),
    // A refusal that is over still calls for another question of the mailbox; not for ever.
    deviceVerdicts: { table: deviceVerdicts, column: deviceVerdicts.until, before: now - 30 * DAY },
    // No session lasts nearly as long. One that comes back is a new device.
    devices: { table: devices, column: devices.seenAt, before: now - 400 * DAY },
    emailChanges: expired(emailChanges),
    mailLinks: expired(mailLinks),
    joins: expired(joins, now - HOUR),
    passkeyChallenges: expired(passkeyChallenges),
    socialFlows: expired(socialFlows, now - HOUR),
    // Two days after the end of a promise, settled or not, nobody learns more of it. Sums are kept for a month.
    sponsorships: { table: sponsorships, column: sponsorships.validUntil, before: now - 2 * DAY },
    sponsorSpending: {
      table: sponsorSpending,
      column: sponsorSpending.day,
      before: Math.floor(now / DAY) - 31,
    },
    sessions: expired(sessions),
    revokedSessions: {
      table: sessions,
      column: sessions.revokedAt,
      before: now - DAY,
      where: isNotNull(sessions.revokedAt),
    },
  }
}

type Deleted = { rows: Record<string, unknown>[] }

/** A session whose last refresh token has gone cannot come back: it would lie there until its absolute end. */
async function deleteIdleSessions(db: Database, ids: readonly string[]): Promise<void> {
  const { refreshTokens, sessions } = tables
  const token = db
    .select({ hash: refreshTokens.hash })
    .from(refreshTokens)
    .where(eq(refreshTokens.sessionId, sessions.id))
  for (let start = 0; start < ids.length; start += BATCH)
    await db
      .delete(sessions)
      .where(and(inArray(sessions.id, ids.slice(start, start + BATCH)), notExists(token)))
}

/**
 * Deletes some of the oldest rows, whose index is read from its beginning. A row that somebody works with waits for the
 * next time.
 *
 * @returns how many
 */
export async function deleteSome(db: Database, { table, column, before, where }: Rule): Promise<number> {
  const condition = and(lt(column, before), where)
  const some = sql`select ctid from ${table} where ${condition} order by ${column} limit ${BATCH} for update skip locked`
  const kept = table === tables.refreshTokens ? tables.refreshTokens.sessionId : sql`1`
  const deleted = (await db.execute(
    sql`delete from ${table} where ctid = any(array(${some})) returning ${kept} as kept`,
  )) as unknown as Deleted
  if (table === tables.refreshTokens)
    await deleteIdleSessions(db, [...new Set(deleted.rows.map(({ kept: id }) => String(id)))])
  return deleted.rows.length
}

/** @returns how many rows went; `busy` when another process sweeps */
async function deleteBatch(db: Database, rule: Rule): Promise<number | 'busy'> {
  return db.transaction(async (transaction) => {
    const taken = await transaction.execute(sql`select pg_try_advisory_xact_lock(${SWEEP_LOCK}) as got`)
    const got = (taken as unknown as Deleted).rows[0]?.got === true
    return got ? deleteSome(transaction, rule) : 'busy'
  })
}

/**
 * Deletes what has expired, some rows at a time. Any process may run it at any time: one does the work. What fails does
 * not keep the rest from being swept.
 *
 * @param retentionDays how long events of pages are kept
 * @param onFailure hears which table could not be swept, and why
 */
export async function sweep(
  db: Database,
  now: number,
  { retentionDays, onFailure }: { retentionDays: number; onFailure: (table: string, error: unknown) => void },
): Promise<void> {
  for (const [name, rule] of Object.entries(rulesOf(now, retentionDays))) {
    try {
      for (let batch = 0; batch < BATCHES; batch++) {
        const deleted = await deleteBatch(db, rule)
        if (deleted === 'busy') return
        if (deleted < BATCH) break
      }
    } catch (error) {
      onFailure(name, error)
      if (isDatabaseAway(error)) return
    }
  }
}
