import { setTimeout as delay } from 'node:timers/promises'
import {
  ChallengeGoneError,
  CodeExpiredError,
  CodeLockedError,
  type codeSent,
  MailUnavailableError,
  WrongCodeError,
} from '@latchkey/protocol/http'
import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Project } from '../../config/projects.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { equalsInConstantTime, randomId, sha256 } from '../../crypto/bytes.ts'
import { open, seal } from '../../crypto/envelope.ts'
import type { Database } from '../../db/Database.ts'
import { challenges } from '../../db/schema.ts'
import { addressKeyOf } from '../../http/clientAddress.ts'
import { cancelMail, deliverMail, enqueueMail } from '../../mail/mailQueue.ts'
import { type CodePurpose, renderCodeMail } from '../../mail/mails.ts'
import { emailHint } from '../../mail/normalizeEmail.ts'
import {
  type CodeLength,
  countGuess,
  createCode,
  hashCode,
  recordFailure,
  recordSuccess,
  requiredCodeLength,
} from './failures.ts'
import { countSend, giveBackSend } from './sendLimits.ts'

export type CodeSent = z.output<ReturnType<typeof codeSent>>

/** A code to be sent: to whom, for what, and who asks. */
export type CodeOrder = {
  /** As `normalizeEmail` gives it. */
  email: string
  emailKey: string
  purpose: CodePurpose
  codeLength: CodeLength
  /** The key that alone may answer. */
  jkt: string
  project: Project
  hostOrigin: string
  browser: string
  place: string
  locale: string | undefined
  /** Not later than this, ms since the epoch; the usual lifetime of a code unless told. */
  until?: number
}

/** A mail in the queue, and how to undo what it is part of should it not leave. */
export type PendingMail = { jobId: string; undo: () => Promise<void> }
export type StoredCode = { challenge: CodeSent; mail: PendingMail }

/** What a challenge's sealed address is bound to. */
const challengeContext = (challengeId: string) => `v1|challenge-email|${challengeId}`

/**
 * Stores a challenge and queues its mail, both or none, in the caller's transaction. An earlier code for the same
 * purpose and the same key is replaced: what others ask for takes no code away.
 */
export async function storeCode(
  service: ServiceContext,
  db: Database,
  order: CodeOrder,
): Promise<StoredCode> {
  const { config, limits, hashKeys, recordKey } = service
  const { email, emailKey, purpose, codeLength, project, hostOrigin, jkt } = order
  const now = config.now()
  const id = randomId()
  const code = createCode(codeLength)
  const expiresAt = Math.min(now + limits.codeLifetime, order.until ?? Number.POSITIVE_INFINITY)
  const row = {
    id,
    emailSealed: seal(recordKey, challengeContext(id), Buffer.from(email)),
    codeHash: hashCode(hashKeys.code, purpose, id, code),
    jkt,
    projectId: project.id,
    hostOrigin,
    tries: 0,
    usedAt: null,
    expiresAt,
  }
  await db
    .insert(challenges)
    .values({ ...row, emailKey, purpose })
    .onConflictDoUpdate({ target: [challenges.emailKey, challenges.purpose, challenges.jkt], set: row })
  const { walletName, walletOrigin } = config
  const { browser, place, locale } = order
  const lifetime = expiresAt - now
  const mail = { purpose, code, lifetime, walletName, walletOrigin, hostOrigin, browser, place, locale, now }
  const { subject, text, html } = renderCodeMail({ ...mail, projectName: project.name })
  // A code that is replaced must not arrive after its successor: nobody could tell which of the two is right.
  const slot = sha256([emailKey, purpose, jkt].join('.'))
  const jobId = await enqueueMail(service, db, { to: email, subject, text, html }, expiresAt, slot)
  const resendAt = now + limits.resendAfter
  return {
    challenge: { challengeId: id, codeLength, expiresAt, resendAt, emailHint: emailHint(email) },
    mail: {
      jobId,
      undo: async () => void (await service.db.delete(challenges).where(eq(challenges.id, id))),
    },
  }
}

/**
 * Waits a little for the mail server, so that a person learns that it is down. A slow one is waited for in the
 * background.
 *
 * @throws MailUnavailableError when the mail did not leave; what it was part of is undone
 */
export async function handOver(service: ServiceContext, { jobId, undo }: PendingMail): Promise<void> {
  const settled = new AbortController()
  const attempt = service.lifecycle.inBackground(deliverMail(service, jobId).catch(() => 'failed' as const))
  const patience = delay(service.limits.mailWait, 'later' as const, { signal: settled.signal }).catch(
    () => 'later' as const,
  )
  const outcome = await Promise.race([attempt, patience])
  settled.abort()
  if (outcome !== 'failed') return
  await cancelMail(service, jobId)
  await undo()
  throw new MailUnavailableError()
}

/**
 * Counts, stores and sends one code to a caller whom `admitSend` has let in.
 *
 * @throws TooSoonError, TooManyCodesError, MailUnavailableError
 */
export async function sendCode(service: ServiceContext, order: CodeOrder): Promise<CodeSent> {
  const { challenge, mail } = await service.db.transaction(async (transaction) => {
    await countSend(service, transaction, order)
    return storeCode(service, transaction, order)
  })
  const undo = async () => {
    await mail.undo()
    await giveBackSend(service, order)
  }
  await handOver(service, { ...mail, undo })
  return challenge
}

export type Challenge = typeof challenges.$inferSelect

/** Which challenge is answered, by which key, and what for. */
export type ChallengeQuery = { id: string; jkt: string; purposes: readonly CodePurpose[] }

/**
 * Finds a challenge. With another device's key or another purpose it counts as unknown, and no try is taken.
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
 * `useChallenge`. Where a place has tried too many wrong digits, a stranger's are not looked at: the next code is a long one.
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
  await requiredCodeLength(service, challenge)
  const taken = await takeTry(service, challenge)
  const giveBack = code.length === 6 ? await countGuess(service, taken, address) : () => undefined
  if (!giveBack) {
    metrics.codes.inc({ outcome: 'locked' })
    throw new CodeLockedError()
  }
  const given = hashCode(hashKeys.code, taken.purpose, taken.id, code)
  if (equalsInConstantTime(given, taken.codeHash)) {
    giveBack()
    metrics.codes.inc({ outcome: 'right' })
    return
  }
  await recordFailure(service, taken, addressKeyOf(service, address))
  const triesLeft = limits.codeTries - taken.tries
  metrics.codes.inc({ outcome: triesLeft > 0 ? 'wrong' : 'locked' })
  throw triesLeft > 0 ? new WrongCodeError({ data: { triesLeft } }) : new CodeLockedError()
}

/**
 * Uses a challenge up, in the caller's transaction, and clears the wrong codes of the same device or place.
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
  await recordSuccess(db, challenge, addressKeyOf(service, address))
}

/** The address that a challenge was sent to. */
export const emailOf = (service: ServiceContext, { id, emailSealed }: Challenge): string =>
  Buffer.from(open(service.recordKey, challengeContext(id), emailSealed)).toString('utf8')
