import { setTimeout as delay } from 'node:timers/promises'
import { type codeSent, MailUnavailableError } from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Project } from '../../config/projects.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { randomId } from '../../crypto/bytes.ts'
import { seal } from '../../crypto/envelope.ts'
import type { Database } from '../../db/Database.ts'
import { challenges } from '../../db/schema.ts'
import { cancelMail, deliverMail, enqueueMail } from '../../mail/mailQueue.ts'
import { emailHint } from '../../mail/normalizeEmail.ts'
import { type CodePurpose, renderCodeMail } from '../../mail/renderCodeMail.ts'
import { type CodeLength, createCode, hashCode } from './failures.ts'
import { countSend, giveBackSend } from './sendLimits.ts'

export type CodeSent = z.output<typeof codeSent>

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
export const challengeContext = (challengeId: string) => `v1|challenge-email|${challengeId}`

/**
 * Stores a challenge and queues its mail, both or none, in the caller's transaction. The row of an earlier code for the
 * same purpose is replaced.
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
    .onConflictDoUpdate({ target: [challenges.emailKey, challenges.purpose], set: row })
  const { walletName, walletOrigin } = config
  const { browser, place, locale } = order
  const lifetime = expiresAt - now
  const mail = { purpose, code, lifetime, walletName, walletOrigin, hostOrigin, browser, place, locale, now }
  const { subject, text, html } = renderCodeMail({ ...mail, projectName: project.name })
  const jobId = await enqueueMail(service, db, { to: email, subject, text, html }, expiresAt)
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
    await countSend(service, transaction, order.emailKey)
    return storeCode(service, transaction, order)
  })
  const undo = async () => {
    await mail.undo()
    await giveBackSend(service, order.emailKey)
  }
  await handOver(service, { ...mail, undo })
  return challenge
}
