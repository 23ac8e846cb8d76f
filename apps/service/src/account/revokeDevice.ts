import { NotFoundError, type revokeDevice as route } from '@latchkey/protocol/http'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import { devices } from '../db/identitySchema.ts'
import { accessTokens, keysets, sessions } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'

/**
 * Ends every session of a device key and deletes its shares: what the device still holds is worthless then.
 *
 * @throws NotFoundError when the account has no such device
 */
export async function revokeDevice(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { userId } = sessionOf(call)
  const jkt = call.params.deviceId ?? ''
  const at = service.config.now()
  await service.db.transaction(async (transaction) => {
    const ended = await transaction
      .update(sessions)
      .set({ revokedAt: at })
      .where(and(eq(sessions.userId, userId), eq(sessions.jkt, jkt), isNull(sessions.revokedAt)))
      .returning({ id: sessions.id })
    const ids = ended.map(({ id }) => id)
    if (ids.length) await transaction.delete(accessTokens).where(inArray(accessTokens.sessionId, ids))
    const shares = await transaction
      .delete(keysets)
      .where(and(eq(keysets.userId, userId), eq(keysets.jkt, jkt), eq(keysets.kind, 'device')))
      .returning({ id: keysets.id })
    await transaction.delete(devices).where(and(eq(devices.userId, userId), eq(devices.jkt, jkt)))
    if (!ids.length && !shares.length) throw new NotFoundError()
    await audit(transaction, { at, userId, kind: 'device-revoked', facts: { device: jkt } })
  })
  return {}
}
