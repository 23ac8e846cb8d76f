import { RecoveryMethodError, type removeMethod as route, TooFewMethodsError } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import type { Database } from '../db/Database.ts'
import { passkeys } from '../db/identitySchema.ts'
import { keysets, wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { requireMayChangeRecovery } from '../identity/users/strongLogin.ts'
import { holdExport, requireAnotherWayIn } from '../identity/users/waysIn.ts'
import { provenMethods } from './methodKeysets.ts'
import { tellRecoveryChange } from './tellRecoveryChange.ts'

/** A protected wallet keeps two ways back: nobody could make a third one for an owner who has lost the last. */
async function requireTwoOthers(db: Database, userId: string, methodId: string): Promise<void> {
  const [wallet] = await db.select().from(wallets).where(eq(wallets.userId, userId)).for('update')
  if (wallet?.tier !== 'protected') return
  const proven = await provenMethods(db, wallet.id)
  if (proven.delete(methodId) && proven.size < 2) throw new TooFewMethodsError()
}

/**
 * Removes a passkey, which then signs in no more, or a recovery code.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError, RecoveryMethodError, TooFewMethodsError,
 * LastIdentityError
 */
export async function removeMethod(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const session = sessionOf(call)
  await requireMayChangeRecovery(service, session)
  const { userId } = session
  const methodId = call.params.methodId ?? ''
  const isPasskey = and(eq(passkeys.id, methodId), eq(passkeys.userId, userId))
  await service.db.transaction(async (transaction) => {
    await requireTwoOthers(transaction, userId, methodId)
    const [passkey] = await transaction.select({ id: passkeys.id }).from(passkeys).where(isPasskey)
    if (passkey) {
      await requireAnotherWayIn(transaction, userId)
      await transaction.delete(passkeys).where(isPasskey)
      await holdExport(service, transaction, userId)
    }
    const removed = await transaction
      .delete(keysets)
      .where(and(eq(keysets.methodId, methodId), eq(keysets.userId, userId)))
      .returning({ id: keysets.id })
    if (!passkey && !removed.length) throw new RecoveryMethodError()
    const at = service.config.now()
    await audit(transaction, { at, userId, kind: 'method-removed', facts: { methodId } })
    await tellRecoveryChange(service, transaction, call, 'way-removed')
  })
  return {}
}
