import { and, eq, isNotNull, lt, or } from 'drizzle-orm'
import type { Database } from './Database.ts'
import * as identity from './identitySchema.ts'
import * as tables from './schema.ts'
import { sponsorSpending, sponsorships } from './sponsorSchema.ts'

const DAY = 86_400_000

/** What identities leave behind: half-made logins, devices that waited, links of mails. */
async function sweepIdentity(db: Database, now: number): Promise<void> {
  const { deviceRequests, deviceVerdicts, devices, emailChanges, joins, mailLinks } = identity
  const { passkeyChallenges, socialFlows } = identity
  // As with codes: an hour longer, for a better answer to a late question.
  await db.delete(deviceRequests).where(lt(deviceRequests.expiresAt, now - DAY / 24))
  // A refusal that is over still calls for another question of the mailbox; not for ever.
  await db.delete(deviceVerdicts).where(lt(deviceVerdicts.until, now - 30 * DAY))
  // No session lasts nearly as long. One that comes back is a new device.
  await db.delete(devices).where(lt(devices.seenAt, now - 400 * DAY))
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, now))
  await db.delete(mailLinks).where(lt(mailLinks.expiresAt, now))
  await db.delete(joins).where(lt(joins.expiresAt, now - DAY / 24))
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
  await db.delete(socialFlows).where(lt(socialFlows.expiresAt, now - DAY / 24))
}

/** Sums are kept for a month; a promise for two days after its end, settled or not: nobody learns more of it then. */
async function sweepSponsorships(db: Database, now: number): Promise<void> {
  await db.delete(sponsorships).where(lt(sponsorships.validUntil, now - 2 * DAY))
  await db.delete(sponsorSpending).where(lt(sponsorSpending.day, Math.floor(now / DAY) - 31))
}

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
  await sweepIdentity(db, now)
  await sweepSponsorships(db, now)
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now))
  await db
    .delete(sessions)
    .where(
      or(lt(sessions.expiresAt, now), and(isNotNull(sessions.revokedAt), lt(sessions.revokedAt, now - DAY))),
    )
}
