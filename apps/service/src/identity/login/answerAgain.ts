import { TooSoonError } from '@latchkey/protocol/http'
import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { deviceRequests } from '../../db/identitySchema.ts'
import { challenges } from '../../db/schema.ts'
import { emailHint } from '../../mail/normalizeEmail.ts'
import type { CodeOrder, CodeSent } from '../codes/sendCode.ts'
import type { DeviceRequest } from '../devices/requestDevice.ts'

/**
 * Does the work, or after "too soon" looks for what the same device was answered within the pause: that answer may have
 * been lost on the way. Nothing is counted, and no second mail leaves.
 *
 * @throws what the work throws when there is no such answer
 */
export async function orAnswerAgain<Result>(
  work: Promise<Result>,
  findEarlier: () => Promise<Result | null>,
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const earlier = error instanceof TooSoonError ? await findEarlier() : null
    if (earlier) return earlier
    throw error
  }
}

/** The code that this device asked for in the same way, while it can still be typed; null when there is none. */
export async function findSentCode(service: ServiceContext, order: CodeOrder): Promise<CodeSent | null> {
  const { db, config, limits } = service
  const { emailKey, purpose, jkt, project, hostOrigin } = order
  const now = config.now()
  const [sent] = await db
    .select({ id: challenges.id, expiresAt: challenges.expiresAt })
    .from(challenges)
    .where(
      and(
        eq(challenges.emailKey, emailKey),
        eq(challenges.purpose, purpose),
        eq(challenges.jkt, jkt),
        eq(challenges.projectId, project.id),
        eq(challenges.hostOrigin, hostOrigin),
        isNull(challenges.usedAt),
        lt(challenges.tries, limits.codeTries),
        gt(challenges.expiresAt, now),
      ),
    )
  const resendAt = (sent?.expiresAt ?? 0) - limits.codeLifetime + limits.resendAfter
  if (!sent || resendAt <= now) return null
  const { id: challengeId, expiresAt } = sent
  const [approved] = await db
    .select({ id: deviceRequests.id })
    .from(deviceRequests)
    .where(
      and(
        eq(deviceRequests.emailKey, emailKey),
        eq(deviceRequests.jkt, jkt),
        eq(deviceRequests.challengeId, challengeId),
      ),
    )
  const isLong = purpose === 'account' || approved !== undefined
  // Wrong codes call for the long one meanwhile: which one was sent is not known any more.
  if (!isLong && order.codeLength === 8) return null
  return { challengeId, codeLength: isLong ? 8 : 6, expiresAt, resendAt, emailHint: emailHint(order.email) }
}

/** The question to the mailbox that this device asked for in the same way, while it waits for its answer. */
export async function findAskedDevice(
  { db, config, limits }: ServiceContext,
  { emailKey, purpose, jkt, project, hostOrigin }: CodeOrder,
): Promise<DeviceRequest | null> {
  const now = config.now()
  const [asked] = await db
    .select()
    .from(deviceRequests)
    .where(
      and(
        eq(deviceRequests.emailKey, emailKey),
        eq(deviceRequests.purpose, purpose),
        eq(deviceRequests.jkt, jkt),
        eq(deviceRequests.projectId, project.id),
        eq(deviceRequests.hostOrigin, hostOrigin),
        isNull(deviceRequests.answer),
        gt(deviceRequests.createdAt, now - limits.resendAfter),
      ),
    )
    .orderBy(desc(deviceRequests.createdAt))
    .limit(1)
  if (!asked) return null
  const { id, number, expiresAt, createdAt } = asked
  return { id, number, expiresAt, resendAt: createdAt + limits.resendAfter }
}
