import { randomInt } from 'node:crypto'
import { DevicePendingLimitError, DeviceRejectedError } from '@latchkey/protocol/http'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Project } from '../../config/projects.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { randomId, randomToken, sha256 } from '../../crypto/bytes.ts'
import { open, seal } from '../../crypto/envelope.ts'
import { retryAfterOf } from '../../db/counters.ts'
import type { Database } from '../../db/Database.ts'
import { deviceRequests, deviceVerdicts } from '../../db/identitySchema.ts'
import { enqueueMail } from '../../mail/mailQueue.ts'
import { renderDeviceMail } from '../../mail/mails.ts'
import type { CodeOrder, PendingMail } from '../codes/codes.ts'
import type { CodeLength } from '../codes/failures.ts'
import { countSend, giveBackSend, isKnown, type MailboxKey } from '../codes/sendLimits.ts'

export type DeviceRequest = { id: string; number: string; expiresAt: number; resendAt: number }

const requestContext = (requestId: string) => `v1|device-request|${requestId}`

/** The address that a request is about. */
export const emailOfRequest = (
  { recordKey }: ServiceContext,
  { id, emailSealed }: Pick<typeof deviceRequests.$inferSelect, 'id' | 'emailSealed'>,
): string => Buffer.from(open(recordKey, requestContext(id), emailSealed)).toString('utf8')

/** A device that asks again takes back what it asked before; of others, few may wait at once. */
async function makeRoom(service: ServiceContext, db: Database, order: CodeOrder): Promise<void> {
  const now = service.config.now()
  const { emailKey, jkt } = order
  const unanswered = and(eq(deviceRequests.emailKey, emailKey), isNull(deviceRequests.answer))
  await db.delete(deviceRequests).where(and(unanswered, eq(deviceRequests.jkt, jkt)))
  const pending = await db
    .select({ expiresAt: deviceRequests.expiresAt })
    .from(deviceRequests)
    .where(and(unanswered, gt(deviceRequests.expiresAt, now)))
    .orderBy(asc(deviceRequests.expiresAt))
  if (pending.length < service.limits.devicesPending || (await isKnown(db, order))) return
  const retryAfter = retryAfterOf((pending[0]?.expiresAt ?? now) - now)
  throw new DevicePendingLimitError({ data: { retryAfter } })
}

async function queueMail(
  service: ServiceContext,
  db: Database,
  order: CodeOrder,
  link: string,
): Promise<string> {
  const { config, limits } = service
  const { email, emailKey, jkt, hostOrigin, project, browser, place, locale } = order
  const now = config.now()
  const { subject, text, html } = renderDeviceMail({
    link,
    lifetime: limits.deviceLifetime,
    walletName: config.walletName,
    hostOrigin,
    projectName: project.name,
    browser,
    place,
    locale,
    now,
  })
  // A request that is taken back must not be mailed after its successor: its link leads nowhere.
  const slot = sha256(['device', emailKey, jkt].join('.'))
  return enqueueMail(service, db, { to: email, subject, text, html }, now + limits.deviceLifetime, slot)
}

/**
 * Asks the mailbox whether a device may sign in: stores the request and queues the mail with its link. It counts as a
 * code sent to a caller whom `admitSend` has let in.
 *
 * @throws TooSoonError, TooManyCodesError, DevicePendingLimitError
 */
export async function requestDevice(
  service: ServiceContext,
  order: CodeOrder,
): Promise<{ request: DeviceRequest; mail: PendingMail }> {
  const { config, limits, recordKey, db } = service
  const { email, emailKey, purpose, jkt, project, hostOrigin, browser, place, locale } = order
  const now = config.now()
  const id = randomId()
  const token = randomToken()
  const number = String(randomInt(100)).padStart(2, '0')
  const expiresAt = now + limits.deviceLifetime
  const jobId = await db.transaction(async (transaction) => {
    // Counting first also makes the requests of one address wait for each other.
    await countSend(service, transaction, order)
    await makeRoom(service, transaction, order)
    await transaction.insert(deviceRequests).values({
      id,
      tokenHash: sha256(token),
      number,
      emailKey,
      emailSealed: seal(recordKey, requestContext(id), Buffer.from(email)),
      purpose,
      jkt,
      projectId: project.id,
      hostOrigin,
      browser,
      place,
      locale: locale ?? null,
      createdAt: now,
      expiresAt,
    })
    return queueMail(service, transaction, order, `${config.walletOrigin}/device#${token}`)
  })
  const undo = async () => {
    await db.delete(deviceRequests).where(eq(deviceRequests.id, id))
    await giveBackSend(service, order)
  }
  return { request: { id, number, expiresAt, resendAt: now + limits.resendAfter }, mail: { jobId, undo } }
}

/** Writes down what the mailbox said of a device's key, in the caller's transaction; the newest word counts. */
export async function writeVerdict(
  service: ServiceContext,
  db: Database,
  { emailKey, jkt }: MailboxKey,
  verdict: 'approved' | 'refused',
): Promise<void> {
  const at = service.config.now()
  const until = verdict === 'refused' ? at + service.limits.deviceRefusal : null
  await db
    .insert(deviceVerdicts)
    .values({ emailKey, jkt, verdict, at, until })
    .onConflictDoUpdate({
      target: [deviceVerdicts.emailKey, deviceVerdicts.jkt],
      set: { verdict, at, until },
    })
}

/**
 * Whether a device must be vouched for from the mailbox before it gets a code. It depends on what the mailbox said, on
 * wrong codes and on the project's policy: all of them are written for known and unknown addresses alike, so that the
 * answer never tells whether there is an account.
 *
 * @param required the code that the address's failures call for
 * @throws DeviceRejectedError while a refusal of this device lasts
 */
export async function needsVerification(
  service: ServiceContext,
  pair: MailboxKey,
  { deviceVerification }: Pick<Project, 'deviceVerification'>,
  required: CodeLength,
): Promise<boolean> {
  const now = service.config.now()
  const ofEmail = eq(deviceVerdicts.emailKey, pair.emailKey)
  const [own] = await service.db
    .select()
    .from(deviceVerdicts)
    .where(and(ofEmail, eq(deviceVerdicts.jkt, pair.jkt)))
  const [refused] = await service.db
    .select({ jkt: deviceVerdicts.jkt })
    .from(deviceVerdicts)
    .where(and(ofEmail, eq(deviceVerdicts.verdict, 'refused'), gt(deviceVerdicts.until, now)))
    .limit(1)
  const wait = own?.verdict === 'refused' ? (own.until ?? 0) - now : 0
  if (wait > 0) throw new DeviceRejectedError({ data: { retryAfter: retryAfterOf(wait) } })
  if (deviceVerification === 'never' || own?.verdict === 'approved') return false
  if (deviceVerification === 'always') return true
  // Somebody guesses, or was turned away lately, or this very device was.
  return required === 8 || own !== undefined || refused !== undefined
}
