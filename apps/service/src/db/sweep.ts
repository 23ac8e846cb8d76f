import { and, eq, isNotNull, lt, or } from 'drizzle-orm'
import type { Database } from './Database.ts'
import * as tables from './schema.ts'

const DAY = 86_400_000

/** Deletes what has expired. Any process may run it at any time. */
export async function sweep(db: Database, now: number): Promise<void> {
  const { challenges, counters, loginFailures, mailJobs, refreshTokens, sessions, usedProofs, accessTokens } =
    tables
  await db.delete(usedProofs).where(lt(usedProofs.expiresAt, now))
  await db.delete(counters).where(lt(counters.resetsAt, now))
  await db.delete(mailJobs).where(lt(mailJobs.expiresAt, now))
  // An hour longer, so that a late try is told "expired" and not "gone".
  await db.delete(challenges).where(lt(challenges.expiresAt, now - DAY / 24))
  await db.delete(loginFailures).where(lt(loginFailures.at, now - 30 * DAY))
  await db.delete(loginFailures).where(and(eq(loginFailures.closed, true), lt(loginFailures.at, now - DAY)))
  // An expired access token is told apart from an unknown one for as long as its session may be refreshed.
  await db.delete(accessTokens).where(lt(accessTokens.expiresAt, now - 14 * DAY))
  await db.delete(tables.siwxSessions).where(lt(tables.siwxSessions.expiresAt, now))
  // The relay sweeps too, but it may have been turned off.
  await db.delete(tables.relayMessages).where(lt(tables.relayMessages.expiresAt, now))
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now))
  await db
    .delete(sessions)
    .where(
      or(lt(sessions.expiresAt, now), and(isNotNull(sessions.revokedAt), lt(sessions.revokedAt, now - DAY))),
    )
}
