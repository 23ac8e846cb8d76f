import {
  type answerDeviceRequest as answerRoute,
  DeviceGoneError,
  type readDeviceRequest as readRoute,
} from '@latchkey/protocol/http'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { sha256 } from '../../crypto/bytes.ts'
import { audit } from '../../db/audit.ts'
import type { Database } from '../../db/Database.ts'
import { deviceRequests, devices } from '../../db/identitySchema.ts'
import { users } from '../../db/schema.ts'
import type { Call } from '../../http/Call.ts'
import { emailKeysOf } from '../users/users.ts'
import { callerOf } from './callerOf.ts'
import { freezeAndTell } from './freezeAccount.ts'
import { emailOfRequest, writeVerdict } from './requestDevice.ts'

type Row = typeof deviceRequests.$inferSelect

/** The request of a mail's token while it can be answered. */
const open = (service: ServiceContext, token: string) =>
  and(
    eq(deviceRequests.tokenHash, sha256(token)),
    isNull(deviceRequests.answer),
    gt(deviceRequests.expiresAt, service.config.now()),
  )

/**
 * What the approval page shows. Reading changes nothing, so that a scanner that opens the link does no harm.
 *
 * @throws DeviceGoneError
 */
export async function readDeviceRequest(
  service: ServiceContext,
  call: Call<z.output<typeof readRoute.body>>,
): Promise<z.output<typeof readRoute.reply>> {
  const [row] = await service.db.select().from(deviceRequests).where(open(service, call.body.token))
  if (!row) throw new DeviceGoneError()
  const { number, hostOrigin, browser, place, createdAt, expiresAt } = row
  const project = await service.projects.find(row.projectId)
  const projectName = project?.name ?? ''
  return { number, hostOrigin, projectName, browser, place, requestedAt: createdAt, expiresAt }
}

/** What the answer means for the account of the address, if there is one. */
async function applyToAccount(
  service: ServiceContext,
  db: Database,
  row: Row,
  locale: string | undefined,
): Promise<void> {
  const email = emailOfRequest(service, row)
  const [user] = await db
    .select({ id: users.id, createdAt: users.createdAt })
    .from(users)
    .where(inArray(users.emailKey, emailKeysOf(service, email)))
    .for('update')
  if (!user) return
  const rejected = row.answer === 'rejected'
  await audit(db, {
    at: service.config.now(),
    userId: user.id,
    kind: rejected ? 'device-rejected' : 'device-approved',
    facts: { hostOrigin: row.hostOrigin, browser: row.browser },
  })
  if (!rejected) return
  const [inside] = await db
    .select({ firstSeenAt: devices.firstSeenAt })
    .from(devices)
    .where(and(eq(devices.userId, user.id), eq(devices.jkt, row.jkt)))
  // Nobody gets in by asking, so a stranger's request must not lock the owner out. A key that was in before is no stranger.
  if (!inside) return
  // All that came since it was first in; of the device that made the account, that is not said.
  const { firstSeenAt } = inside
  const since = firstSeenAt > user.createdAt ? firstSeenAt : row.createdAt
  await freezeAndTell(service, db, { userId: user.id, projectId: row.projectId, locale, since })
}

/**
 * Takes the mailbox's one answer. A refused device gets no code for a day; where it had signed in to the account
 * before, the account is frozen.
 *
 * @throws DeviceGoneError for all but the first answer
 */
export async function answerDeviceRequest(
  service: ServiceContext,
  call: Call<z.output<typeof answerRoute.body>>,
): Promise<z.output<typeof answerRoute.reply>> {
  const { token, answer } = call.body
  const approved = answer === 'approve'
  await service.db.transaction(async (transaction) => {
    const [row] = await transaction
      .update(deviceRequests)
      .set({ answer: approved ? 'approved' : 'rejected', answeredAt: service.config.now() })
      .where(open(service, token))
      .returning()
    if (!row) throw new DeviceGoneError()
    await writeVerdict(service, transaction, row, approved ? 'approved' : 'refused')
    await applyToAccount(service, transaction, row, callerOf(call).locale)
  })
  return {}
}
