import {
  ChallengeGoneError,
  CodeExpiredError,
  CodeLockedError,
  OriginNotAllowedError,
  type verifyEmail as route,
  WrongCodeError,
} from '@latchkey/protocol/http'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { allowsOrigin } from '../config/projects.ts'
import { equalsInConstantTime } from '../crypto/bytes.ts'
import { open } from '../crypto/envelope.ts'
import { audit } from '../db/audit.ts'
import { challenges, grants } from '../db/schema.ts'
import { type Call, jktOf } from '../http/Call.ts'
import { addressKeyOf } from '../http/limitAddress.ts'
import type { ServiceContext } from '../ServiceContext.ts'
import { hashCode } from './codes.ts'
import { describeSession } from './describeSession.ts'
import { recordFailure, recordSuccess, requiredCodeLength } from './failures.ts'
import { beginSession } from './sessions.ts'
import { challengeContext } from './startEmail.ts'
import { findOrCreateUser } from './users.ts'

type Body = z.output<typeof route.body>
type Reply = z.output<typeof route.reply>
type Challenge = typeof challenges.$inferSelect

/** A challenge of another device's key is as good as none: it neither tells nor costs a try. */
async function findChallenge(service: ServiceContext, id: string, jkt: string): Promise<Challenge> {
  const [row] = await service.db
    .select()
    .from(challenges)
    .where(and(eq(challenges.id, id), eq(challenges.jkt, jkt)))
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
  const current = await findChallenge(service, challenge.id, challenge.jkt)
  if (current.usedAt !== null) throw new ChallengeGoneError()
  if (current.tries >= limits.codeTries) throw new CodeLockedError()
  throw new CodeExpiredError()
}

async function refuseWrongCode(
  service: ServiceContext,
  challenge: Challenge,
  addressKey: string,
): Promise<never> {
  await recordFailure(service, { emailKey: challenge.emailKey, addressKey })
  const triesLeft = service.limits.codeTries - challenge.tries
  service.metrics.codes.inc({ outcome: triesLeft > 0 ? 'wrong' : 'locked' })
  throw triesLeft > 0 ? new WrongCodeError({ data: { triesLeft } }) : new CodeLockedError()
}

async function signIn(service: ServiceContext, challenge: Challenge, addressKey: string) {
  const { db, config, recordKey } = service
  const { emailKey, projectId, hostOrigin, jkt } = challenge
  const now = config.now()
  const email = Buffer.from(open(recordKey, challengeContext(challenge.id), challenge.emailSealed)).toString(
    'utf8',
  )
  return db.transaction(async (transaction) => {
    const used = await transaction
      .update(challenges)
      .set({ usedAt: now })
      .where(and(eq(challenges.id, challenge.id), isNull(challenges.usedAt)))
      .returning({ id: challenges.id })
    if (!used.length) throw new ChallengeGoneError()
    const userId = await findOrCreateUser(service, transaction, { emailKey, email })
    await transaction
      .insert(grants)
      .values({ userId, projectId, origin: hostOrigin, createdAt: now })
      .onConflictDoNothing()
    await recordSuccess(transaction, { emailKey, addressKey })
    await audit(transaction, { at: now, userId, kind: 'signed-in', facts: { projectId, hostOrigin } })
    return beginSession(service, transaction, { userId, jkt, projectId })
  })
}

/**
 * Takes a code: at most three tries a challenge, one use, and only from the key that asked for it.
 *
 * @throws WrongCodeError with `triesLeft`, CodeLockedError, CodeExpiredError, ChallengeGoneError, TooManyFailuresError
 */
export async function verifyEmail(service: ServiceContext, call: Call<Body>): Promise<Reply> {
  const { hashKeys, metrics } = service
  const challenge = await findChallenge(service, call.body.challengeId, jktOf(call))
  // The site may have been taken off the list while the code was under way.
  const project = await service.projects.find(challenge.projectId)
  if (!project || !allowsOrigin(project, challenge.hostOrigin)) throw new OriginNotAllowedError()
  await requiredCodeLength(service, challenge.emailKey)
  const taken = await takeTry(service, challenge)
  const addressKey = addressKeyOf(service, call.address)
  const given = hashCode(hashKeys.code, taken.purpose, taken.id, call.body.code)
  if (!equalsInConstantTime(given, taken.codeHash)) return refuseWrongCode(service, taken, addressKey)
  const { session, tokens } = await signIn(service, taken, addressKey)
  metrics.codes.inc({ outcome: 'right' })
  return { tokens, session: await describeSession(service, session) }
}
