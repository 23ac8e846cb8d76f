import { setTimeout as delay } from 'node:timers/promises'
import {
  DeviceGoneError,
  DeviceRejectedError,
  OriginNotAllowedError,
  RateLimitedError,
  type checkDevice as route,
  UnknownProjectError,
} from '@latchkey/protocol/http'
import { and, eq, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { retryAfterOf } from '../../db/counters.ts'
import { deviceRequests } from '../../db/identitySchema.ts'
import { challenges } from '../../db/schema.ts'
import { type Call, jktOf } from '../../http/Call.ts'
import { emailHint } from '../../mail/normalizeEmail.ts'
import { type CodeOrder, type CodeSent, handOver, storeCode } from '../codes/codes.ts'
import { beginSendPause } from '../codes/sendLimits.ts'
import { requireHost } from './callerOf.ts'
import { emailOfRequest } from './requestDevice.ts'

type Body = z.output<typeof route.body>
type Reply = z.output<typeof route.reply>
type Row = typeof deviceRequests.$inferSelect

/** A request of another device's key is as good as none. */
async function readRequest(service: ServiceContext, id: string, jkt: string): Promise<Row> {
  const [row] = await service.db
    .select()
    .from(deviceRequests)
    .where(and(eq(deviceRequests.id, id), eq(deviceRequests.jkt, jkt)))
  const now = service.config.now()
  if (!row || (row.answer === null && row.expiresAt <= now)) throw new DeviceGoneError()
  if (row.answer !== 'rejected') return row
  const until = (row.answeredAt ?? now) + service.limits.deviceRefusal
  throw new DeviceRejectedError({ data: { retryAfter: retryAfterOf(until - now) } })
}

/** Asks again and again for a while. Between two questions no connection of the database is held. */
async function waitForAnswer(service: ServiceContext, call: Call<Body>): Promise<Row> {
  const { deviceWait, deviceInterval } = service.limits
  const until = performance.now() + deviceWait
  for (;;) {
    const row = await readRequest(service, call.body.challengeId, jktOf(call))
    const left = until - performance.now()
    if (row.answer !== null || left <= 0 || call.signal.aborted) return row
    // A caller that has gone ends the wait, and so does the end of the process.
    await delay(Math.min(deviceInterval, left), undefined, { signal: call.signal }).catch(() => undefined)
  }
}

async function orderOf(service: ServiceContext, row: Row): Promise<CodeOrder> {
  const { projectId, hostOrigin, emailKey, jkt, browser, place, locale } = row
  // The site may have been taken off the list while the answer was under way.
  const project = await requireHost(service, projectId, hostOrigin).catch((error: unknown) => {
    throw error instanceof UnknownProjectError ? new OriginNotAllowedError() : error
  })
  return {
    email: emailOfRequest(service, row),
    emailKey,
    purpose: row.purpose === 'account' ? 'account' : 'login',
    codeLength: 8,
    jkt,
    project,
    hostOrigin,
    browser,
    place,
    locale: locale ?? undefined,
  }
}

/** The code that an earlier answer has sent already. */
async function describeSent(service: ServiceContext, row: Row): Promise<CodeSent> {
  const [challenge] = await service.db
    .select()
    .from(challenges)
    .where(eq(challenges.id, row.challengeId ?? ''))
  if (!challenge) throw new DeviceGoneError()
  const { id: challengeId, expiresAt } = challenge
  const resendAt = expiresAt - service.limits.codeLifetime + service.limits.resendAfter
  const hint = emailHint(emailOfRequest(service, row))
  return { challengeId, codeLength: 8, expiresAt, resendAt, emailHint: hint }
}

/** Sends the code after the approval: one, however many ask at once. */
async function sendApprovedCode(service: ServiceContext, row: Row): Promise<CodeSent> {
  const { db } = service
  const order = await orderOf(service, row)
  const stored = await db.transaction(async (transaction) => {
    // The row is locked from here on: of many at once the first stores a code, the others find it there.
    const free = and(eq(deviceRequests.id, row.id), isNull(deviceRequests.challengeId))
    const [mine] = await transaction
      .update(deviceRequests)
      .set({ challengeId: row.id })
      .where(free)
      .returning({ id: deviceRequests.id })
    if (!mine) return null
    await beginSendPause(service, transaction, order)
    const code = await storeCode(service, transaction, order)
    await transaction
      .update(deviceRequests)
      .set({ challengeId: code.challenge.challengeId })
      .where(eq(deviceRequests.id, row.id))
    return code
  })
  if (!stored) return describeSent(service, await readRequest(service, row.id, row.jkt))
  const undo = async () => {
    await stored.mail.undo()
    await db.update(deviceRequests).set({ challengeId: null }).where(eq(deviceRequests.id, row.id))
  }
  await handOver(service, { ...stored.mail, undo })
  return stored.challenge
}

/**
 * Waits for the mailbox's answer, for the key alone that asked. After the approval the first to ask gets the code sent,
 * to the same address.
 *
 * @throws DeviceRejectedError with `retryAfter`, DeviceGoneError, MailUnavailableError, RateLimitedError
 */
export async function checkDevice(service: ServiceContext, call: Call<Body>): Promise<Reply> {
  const { deviceChecksPerMinute: limit } = service.limits
  const wait = await service.take({ key: `device-check:${jktOf(call)}`, limit, window: 60_000 })
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
  const row = await waitForAnswer(service, call)
  if (row.answer === null) return { status: 'pending' }
  const challenge =
    row.challengeId === null ? await sendApprovedCode(service, row) : await describeSent(service, row)
  return { status: 'approved', challenge }
}
