import {
  AlreadyProtectedError,
  type protect as route,
  TooFewMethodsError,
  WalletNotFoundError,
} from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import { keysets, wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { requireMayChangeRecovery } from '../identity/users/strongLogin.ts'
import { provenMethods } from './methodKeysets.ts'
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
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
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
