import { setTimeout as delay } from 'node:timers/promises'
import {
  MailUnavailableError,
  OriginNotAllowedError,
  type startEmail as route,
  UnknownProjectError,
} from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { allowsOrigin, type Project } from '../config/projects.ts'
import { keyedHash, randomId } from '../crypto/bytes.ts'
import { seal } from '../crypto/envelope.ts'
import { challenges } from '../db/schema.ts'
import { type Call, jktOf } from '../http/Call.ts'
import { cancelMail, deliverMail, enqueueMail } from '../mail/mailQueue.ts'
import { accountText, emailHint, normalizeEmail } from '../mail/normalizeEmail.ts'
import { renderCodeMail } from '../mail/renderCodeMail.ts'
import type { ServiceContext } from '../ServiceContext.ts'
import { type CodeLength, createCode, hashCode } from './codes.ts'
import { requiredCodeLength } from './failures.ts'
import { countSend, giveBackSend } from './sendLimits.ts'

type Body = z.output<typeof route.body>
type Reply = z.output<typeof route.reply>
type Start = Body & { jkt: string; address: string; emailKey: string; project: Project }

/** What a challenge's sealed address is bound to. */
export const challengeContext = (challengeId: string) => `v1|challenge-email|${challengeId}`

async function findProject(service: ServiceContext, body: Body): Promise<Project> {
  const project = await service.projects.find(body.projectId)
  if (!project) throw new UnknownProjectError()
  if (!allowsOrigin(project, body.hostOrigin)) throw new OriginNotAllowedError()
  return project
}

/** Stores the challenge and queues its mail, both or none. The row of an earlier code is replaced. */
async function createChallenge(service: ServiceContext, start: Start, codeLength: CodeLength) {
  const { config, limits, hashKeys, recordKey } = service
  const now = config.now()
  const id = randomId()
  const code = createCode(codeLength)
  const expiresAt = now + limits.codeLifetime
  const row = {
    id,
    emailSealed: seal(recordKey, challengeContext(id), Buffer.from(start.email)),
    codeHash: hashCode(hashKeys.code, start.purpose, id, code),
    jkt: start.jkt,
    projectId: start.project.id,
    hostOrigin: start.hostOrigin,
    tries: 0,
    usedAt: null,
    expiresAt,
  }
  const { subject, text, html } = renderCodeMail({
    code,
    lifetime: limits.codeLifetime,
    walletName: config.walletName,
    walletOrigin: config.walletOrigin,
    hostOrigin: start.hostOrigin,
    projectName: start.project.name,
    locale: start.locale,
    now,
  })
  const jobId = await service.db.transaction(async (transaction) => {
    await countSend(service, transaction, start)
    await transaction
      .insert(challenges)
      .values({ ...row, emailKey: start.emailKey, purpose: start.purpose })
      .onConflictDoUpdate({ target: [challenges.emailKey, challenges.purpose], set: row })
    return enqueueMail(service, transaction, { to: start.email, subject, text, html }, expiresAt)
  })
  return { id, jobId, expiresAt, resendAt: now + limits.resendAfter }
}

/**
 * Waits a little for the mail server, so that a person learns that it is down. A slow one is waited for in the
 * background.
 *
 * @throws MailUnavailableError
 */
async function handOver(service: ServiceContext, jobId: string, undo: () => Promise<void>): Promise<void> {
  const settled = new AbortController()
  const attempt = deliverMail(service, jobId).catch(() => 'failed' as const)
  const patience = delay(service.limits.mailWait, 'later' as const, { signal: settled.signal }).catch(
    () => 'later' as const,
  )
  const outcome = await Promise.race([attempt, patience])
  settled.abort()
  if (outcome !== 'failed') return
  await undo()
  throw new MailUnavailableError()
}

/**
 * Sends a code. Accounts are not looked at: the answer, its status and its time are the same for an address with an
 * account and for one without.
 */
export async function startEmail(service: ServiceContext, call: Call<Body>): Promise<Reply> {
  const began = performance.now()
  try {
    const project = await findProject(service, call.body)
    const email = normalizeEmail(call.body.email)
    const emailKey = keyedHash(service.hashKeys.email, accountText(email))
    if (!service.sendMail) throw new MailUnavailableError()
    const codeLength = await requiredCodeLength(service, emailKey)
    const start = { ...call.body, email, emailKey, project, jkt: jktOf(call), address: call.address }
    const challenge = await createChallenge(service, start, codeLength)
    await handOver(service, challenge.jobId, async () => {
      await cancelMail(service, challenge.jobId)
      await service.db.delete(challenges).where(eq(challenges.id, challenge.id))
      await giveBackSend(service, emailKey)
    })
    const { id: challengeId, expiresAt, resendAt } = challenge
    return { action: 'VERIFY_OTP', challengeId, codeLength, expiresAt, resendAt, emailHint: emailHint(email) }
  } finally {
    const left = service.limits.startFloor - (performance.now() - began)
    if (left > 0) await delay(left)
  }
}
