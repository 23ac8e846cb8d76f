import { setTimeout as delay } from 'node:timers/promises'
import {
  InvalidRequestError,
  MailUnavailableError,
  OriginNotAllowedError,
  SocialUnavailableError,
  type startEmail as startEmailRoute,
  TooSoonError,
  UnknownProjectError,
  type verifyEmail as verifyEmailRoute,
} from '@latchkey/protocol/http'
import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { offersSignIn } from '../../config/ServiceConfig.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { keyedHash } from '../../crypto/bytes.ts'
import { deviceRequests } from '../../db/identitySchema.ts'
import { challenges } from '../../db/schema.ts'
import { type Call, jktOf } from '../../http/Call.ts'
import { accountText, emailHint, normalizeEmail } from '../../mail/normalizeEmail.ts'
import {
  type CodeOrder,
  type CodeSent,
  checkCode,
  emailOf,
  findChallenge,
  handOver,
  sendCode,
  useChallenge,
} from '../codes/codes.ts'
import { needsLongCode, requiredCodeLength } from '../codes/failures.ts'
import { admitSend } from '../codes/sendLimits.ts'
import { callerOf, requireHost } from '../devices/callerOf.ts'
import { type DeviceRequest, needsVerification, requestDevice } from '../devices/requestDevice.ts'
import { findOrCreateUser } from '../users/users.ts'
import { completeLogin } from './completeLogin.ts'
import { describeSession } from './ownSession.ts'

/**
 * Does the work, or after "too soon" looks for what the same device was answered within the pause: that answer may have
 * been lost on the way. Nothing is counted, and no second mail leaves.
 *
 * @throws what the work throws when there is no such answer
 */
async function orAnswerAgain<Result>(
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
async function findSentCode(service: ServiceContext, order: CodeOrder): Promise<CodeSent | null> {
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
async function findAskedDevice(
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

type Body = z.output<typeof startEmailRoute.body>
type Reply = z.output<typeof startEmailRoute.reply>

/** A mail that was not sent does not count: a second press does not use up the shared limits. */
const unsent = (giveBack: () => void) => (error: unknown) => {
  giveBack()
  throw error
}

/** Asks the mailbox about the device first; the code follows its answer. */
async function startDevice(service: ServiceContext, order: CodeOrder, giveBack: () => void): Promise<Reply> {
  const ask = async () => {
    const { request, mail } = await requestDevice(service, order)
    await handOver(service, mail)
    return request
  }
  const request = await orAnswerAgain(ask().catch(unsent(giveBack)), () => findAskedDevice(service, order))
  return {
    action: 'VERIFY_DEVICE',
    challengeId: request.id,
    codeLength: 8,
    expiresAt: request.expiresAt,
    resendAt: request.resendAt,
    emailHint: emailHint(order.email),
    deviceNumber: request.number,
  }
}

async function start(service: ServiceContext, call: Call<Body>): Promise<Reply> {
  const { projectId, hostOrigin, purpose, work } = call.body
  const project = await requireHost(service, projectId, hostOrigin)
  // A mail with six digits never names the wallet's own page, whoever asks for it.
  if (hostOrigin === service.config.walletOrigin && purpose !== 'account')
    throw new InvalidRequestError({ data: { field: 'purpose' } })
  if (!offersSignIn(service.config, project, { by: 'email', hostOrigin })) throw new SocialUnavailableError()
  const email = normalizeEmail(call.body.email)
  const emailKey = keyedHash(service.hashKeys.email, accountText(email))
  if (!service.sendMail) throw new MailUnavailableError()
  const jkt = jktOf(call)
  const giveBack = await admitSend(service, { emailKey, jkt, purpose, project, address: call.address, work })
  const usual = await requiredCodeLength(service, { emailKey, jkt })
  const required = (await needsLongCode(service, { emailKey, jkt }, call.address)) ? 8 : usual
  const caller = callerOf(call)
  const order: CodeOrder = {
    email,
    emailKey,
    purpose,
    codeLength: purpose === 'account' ? 8 : required,
    jkt,
    project,
    hostOrigin,
    ...caller,
    locale: call.body.locale ?? caller.locale,
  }
  if (await needsVerification(service, { emailKey, jkt }, project, required))
    return startDevice(service, order, giveBack)
  const sent = sendCode(service, order).catch(unsent(giveBack))
  const challenge = await orAnswerAgain(sent, () => findSentCode(service, order))
  return { action: 'VERIFY_OTP', ...challenge, deviceNumber: null }
}

/**
 * Sends a code, or first asks the mailbox about the device. Accounts are not looked at: the answer, its status and its
 * time are the same for an address with an account and for one without. A device that asks the same again within the
 * pause gets the same answer: the first may have been lost.
 *
 * @throws UnknownProjectError, OriginNotAllowedError, InvalidRequestError, MailUnavailableError, those of `admitSend`, and
 * SocialUnavailableError where the project has turned e-mail off
 */
export async function startEmail(service: ServiceContext, call: Call<Body>): Promise<Reply> {
  const began = performance.now()
  try {
    return await start(service, call)
  } finally {
    const left = service.limits.startFloor - (performance.now() - began)
    if (left > 0) await delay(left)
  }
}

/**
 * Takes a code: at most three tries a challenge, one use, and only from the key that asked for it.
 *
 * @throws WrongCodeError with `triesLeft`, CodeLockedError, CodeExpiredError, ChallengeGoneError, TooManyFailuresError
 */
export async function verifyEmail(
  service: ServiceContext,
  call: Call<z.output<typeof verifyEmailRoute.body>>,
): Promise<z.output<typeof verifyEmailRoute.reply>> {
  const { challengeId, code } = call.body
  const jkt = jktOf(call)
  const challenge = await findChallenge(service, { id: challengeId, jkt, purposes: ['login', 'account'] })
  const { projectId, hostOrigin } = challenge
  // The site may have been taken off the list while the code was under way.
  await requireHost(service, projectId, hostOrigin).catch((error: unknown) => {
    throw error instanceof UnknownProjectError ? new OriginNotAllowedError() : error
  })
  await checkCode(service, challenge, code, call.address)
  const method = code.length === 8 ? 'email-long' : 'email'
  const { session, tokens } = await service.db.transaction(async (transaction) => {
    await useChallenge(service, transaction, challenge, call.address)
    const email = emailOf(service, challenge)
    const userId = await findOrCreateUser(service, transaction, email)
    const login = { userId, jkt, projectId, hostOrigin, method, caller: callerOf(call) } as const
    return completeLogin(service, transaction, login)
  })
  return { tokens, session: await describeSession(service, session) }
}
