import {
  AlreadyProtectedError,
  type protect as protectRoute,
  RecoveryMethodError,
  type removeMethod as removeMethodRoute,
  TooFewMethodsError,
  WalletNotFoundError,
} from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import type { Database } from '../db/Database.ts'
import { passkeys } from '../db/identitySchema.ts'
import { keysets, wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { requireMayChangeRecovery, requireMayRemove } from '../identity/users/freeze.ts'
import { holdExport, requireAnotherWayIn } from '../identity/users/users.ts'
import { provenMethods } from './methods.ts'
import { tellRecoveryChange } from './tellRecoveryChange.ts'
import { lockWallet } from './walletRecords.ts'

/**
 * Makes a standard wallet a protected one: the recovery halves of the standard tier and the recovery module's key are
 * deleted, all or nothing. There is no way back, for nothing is left to go back to.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError, WalletNotFoundError, WalletNotActiveError,
 * AlreadyProtectedError, TooFewMethodsError
 */
export async function protectWallet(
  service: ServiceContext,
  call: Call<z.output<typeof protectRoute.body>>,
): Promise<z.output<typeof protectRoute.reply>> {
  const session = sessionOf(call)
  await requireMayChangeRecovery(service, session)
  const { userId } = session
  const [own] = await service.db.select({ id: wallets.id }).from(wallets).where(eq(wallets.userId, userId))
  if (!own) throw new WalletNotFoundError()
  const walletId = own.id
  await service.db.transaction(async (transaction) => {
    const { tier } = await lockWallet(transaction, userId, walletId)
    if (tier === 'protected') throw new AlreadyProtectedError()
    if ((await provenMethods(transaction, walletId)).size < 2) throw new TooFewMethodsError()
    await transaction.delete(keysets).where(and(eq(keysets.walletId, walletId), eq(keysets.kind, 'recovery')))
    await service.recovery.forget(walletId, transaction)
    await transaction.update(wallets).set({ tier: 'protected' }).where(eq(wallets.id, walletId))
    const at = service.config.now()
    await audit(transaction, { at, userId, kind: 'wallet-protected', facts: { walletId } })
    await tellRecoveryChange(service, transaction, call, 'protected')
  })
  return {}
}

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
  call: Call<z.output<typeof removeMethodRoute.body>>,
): Promise<z.output<typeof removeMethodRoute.reply>> {
  const session = sessionOf(call)
  await requireMayRemove(service, session)
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
      .returning({ provenAt: keysets.provenAt })
    if (!passkey && !removed.length) throw new RecoveryMethodError()
    const at = service.config.now()
    await audit(transaction, { at, userId, kind: 'method-removed', facts: { methodId } })
    // A code that was never proven was told to nobody: it opened nothing.
    if (passkey || removed.some(({ provenAt }) => provenAt !== null))
      await tellRecoveryChange(service, transaction, call, 'way-removed')
  })
  return {}
}
