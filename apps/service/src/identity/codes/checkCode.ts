import {
  ChallengeGoneError,
  CodeExpiredError,
  CodeLockedError,
  WrongCodeError,
} from '@latchkey/protocol/http'
import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { equalsInConstantTime } from '../../crypto/bytes.ts'
import { open } from '../../crypto/envelope.ts'
import type { Database } from '../../db/Database.ts'
import { challenges } from '../../db/schema.ts'
import { addressKeyOf } from '../../http/limitAddress.ts'
import type { CodePurpose } from '../../mail/renderCodeMail.ts'
import { hashCode, recordFailure, recordSuccess, requiredCodeLength } from './failures.ts'
import { challengeContext } from './sendCode.ts'

export type Challenge = typeof challenges.$inferSelect

/** Which challenge is answered, by which key, and what for. */
export type ChallengeQuery = { id: string; jkt: string; purposes: readonly CodePurpose[] }

/**
 * Finds a challenge. One of another device's key or for another purpose is as good as none: it neither tells nor costs
 * a try.
 *
 * @throws ChallengeGoneError
 */
export async function findChallenge(
  service: ServiceContext,
  { id, jkt, purposes }: ChallengeQuery,
): Promise<Challenge> {
  const [row] = await service.db
    .select()
    .from(challenges)
    .where(and(eq(challenges.id, id), eq(challenges.jkt, jkt), inArray(challenges.purpose, [...purposes])))
  if (!row) throw new ChallengeGoneError()
  return row
}

/** Takes one of the tries in one statement, so that no number of requests at once gets more than there are. */
async function takeTry(service: ServiceContext, challenge: Challenge): Promise<Challenge> {
  const { db, limits, config } = service
  const [taken] = await db
    .update(challenges)
    .set({ tries: sql`${challenges.tries} + 1` })
    .where(
      and(
        eq(challenges.id, challenge.id),
        isNull(challenges.usedAt),
        lt(challenges.tries, limits.codeTries),
        gt(challenges.expiresAt, config.now()),
      ),
    )
    .returning()
  if (taken) return taken
  const [current] = await db.select().from(challenges).where(eq(challenges.id, challenge.id))
  if (!current || current.usedAt !== null) throw new ChallengeGoneError()
  if (current.tries >= limits.codeTries) throw new CodeLockedError()
  throw new CodeExpiredError()
}

/**
 * Takes one code: at most three tries a challenge. The challenge is right afterwards, and not used yet: see
 * `useChallenge`.
 *
 * @param address of the caller: wrong codes are counted by place
 * @throws WrongCodeError with `triesLeft`, CodeLockedError, CodeExpiredError, ChallengeGoneError, TooManyFailuresError
 */
export async function checkCode(
  service: ServiceContext,
  challenge: Challenge,
  code: string,
  address: string,
): Promise<void> {
  const { hashKeys, metrics, limits } = service
  await requiredCodeLength(service, challenge.emailKey)
  const taken = await takeTry(service, challenge)
  const given = hashCode(hashKeys.code, taken.purpose, taken.id, code)
  if (equalsInConstantTime(given, taken.codeHash)) {
    metrics.codes.inc({ outcome: 'right' })
    return
  }
  await recordFailure(service, { emailKey: taken.emailKey, addressKey: addressKeyOf(service, address) })
  const triesLeft = limits.codeTries - taken.tries
  metrics.codes.inc({ outcome: triesLeft > 0 ? 'wrong' : 'locked' })
  throw triesLeft > 0 ? new WrongCodeError({ data: { triesLeft } }) : new CodeLockedError()
}

/**
 * Uses a challenge up, in the caller's transaction, and clears the wrong codes of the same place.
 *
 * @throws ChallengeGoneError for all but the first
 */
export async function useChallenge(
  service: ServiceContext,
  db: Database,
  challenge: Challenge,
  address: string,
): Promise<void> {
  const used = await db
    .update(challenges)
    .set({ usedAt: service.config.now() })
    .where(and(eq(challenges.id, challenge.id), isNull(challenges.usedAt)))
    .returning({ id: challenges.id })
  if (!used.length) throw new ChallengeGoneError()
  const addressKey = addressKeyOf(service, address)
  await recordSuccess(db, { emailKey: challenge.emailKey, addressKey })
}

/** The address that a challenge was sent to. */
export const emailOf = (service: ServiceContext, { id, emailSealed }: Challenge): string =>
  Buffer.from(open(service.recordKey, challengeContext(id), emailSealed)).toString('utf8')
