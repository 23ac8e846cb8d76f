import type { unfreeze as route } from '@latchkey/protocol/http'
import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import type { Database } from '../db/Database.ts'
import { devices, emailChanges, joins, socialFlows } from '../db/identitySchema.ts'
import { keysets, users } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { endOtherSessions, requireStrongLogin } from '../identity/users/freeze.ts'
import type { ActiveSession } from '../sessions/sessions.ts'

/** Everything that another device could still go on with: sessions, shares, and what it has begun. */
async function forgetOtherDevices(
  service: ServiceContext,
  db: Database,
  session: ActiveSession,
): Promise<void> {
  const { userId, jkt } = session
  await endOtherSessions(service, db, session)
  const ofOthers = or(isNull(keysets.jkt), ne(keysets.jkt, jkt))
  await db.delete(keysets).where(and(eq(keysets.userId, userId), eq(keysets.kind, 'device'), ofOthers))
  await db.delete(devices).where(and(eq(devices.userId, userId), ne(devices.jkt, jkt)))
  await db.delete(emailChanges).where(and(eq(emailChanges.userId, userId), ne(emailChanges.jkt, jkt)))
  await db.delete(socialFlows).where(and(eq(socialFlows.userId, userId), ne(socialFlows.jkt, jkt)))
  await db.delete(joins).where(and(eq(joins.userId, userId), isNull(joins.usedAt)))
}

/**
 * Lifts a freeze. Whoever was reported is out before anything is released again.
 *
 * @throws FreshLoginRequiredError
 */
export async function unfreeze(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const session = sessionOf(call)
  requireStrongLogin(service, session)
  const { userId } = session
  await service.db.transaction(async (transaction) => {
    const lifted = await transaction
      .update(users)
      .set({ frozenAt: null })
      .where(and(eq(users.id, userId), isNotNull(users.frozenAt)))
      .returning({ id: users.id })
    if (!lifted.length) return
    await forgetOtherDevices(service, transaction, session)
    await audit(transaction, { at: service.config.now(), userId, kind: 'account-unfrozen' })
  })
  return {}
}
