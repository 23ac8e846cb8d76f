import { NotFoundError, type removeIdentity as route } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import { identities } from '../db/identitySchema.ts'
import { sessions } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { endOtherSessions } from '../identity/users/endOtherSessions.ts'
import { requireMayChangeRecovery } from '../identity/users/strongLogin.ts'
import { holdExport, requireAnotherWayIn } from '../identity/users/waysIn.ts'

/**
 * Takes a social identity off the account, with the sessions that its network has opened. The e-mail address is changed,
 * not removed.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError, NotFoundError, LastIdentityError
 */
export async function removeIdentity(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const session = sessionOf(call)
  await requireMayChangeRecovery(service, session)
  const { userId } = session
  const identityId = call.params.identityId ?? ''
  const at = service.config.now()
  await service.db.transaction(async (transaction) => {
    const own = and(eq(identities.id, identityId), eq(identities.userId, userId))
    const [known] = await transaction.select({ id: identities.id }).from(identities).where(own)
    if (!known) throw new NotFoundError()
    await requireAnotherWayIn(transaction, userId)
    const [removed] = await transaction.delete(identities).where(own).returning()
    if (!removed) throw new NotFoundError()
    const { provider } = removed
    await endOtherSessions(service, transaction, session, eq(sessions.method, provider))
    await holdExport(service, transaction, userId)
    await audit(transaction, { at, userId, kind: 'identity-removed', facts: { provider, identityId } })
  })
  return {}
}
