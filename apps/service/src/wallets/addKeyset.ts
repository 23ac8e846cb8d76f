import { type addKeyset as route, WalletConflictError } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import { keysets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { requireNotFrozen } from '../identity/users/freeze.ts'
import { storeShare } from './shares.ts'
import { findActiveWallet, requireFreshLogin } from './walletRecords.ts'

/**
 * Stores a device's server half. An earlier keyset of the same device is deleted, not kept.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, WalletNotFoundError, WalletNotActiveError, SealedMessageError, WalletConflictError
 */
export async function addKeyset(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const session = sessionOf(call)
  requireFreshLogin(service, session)
  const { userId, jkt } = session
  await requireNotFrozen(service, userId)
  const { keysetId, deviceId, serverShare } = call.body
  const { id: walletId } = await findActiveWallet(service, userId, call.params.walletId ?? '')
  const shareSealed = await storeShare(
    service,
    { kind: 'device', userId, walletId, keysetId, deviceId },
    serverShare,
  )
  const now = service.config.now()
  await service.db.transaction(async (transaction) => {
    await transaction
      .delete(keysets)
      .where(and(eq(keysets.walletId, walletId), eq(keysets.deviceId, deviceId), eq(keysets.jkt, jkt)))
    const added = await transaction
      .insert(keysets)
      .values({ id: keysetId, walletId, userId, kind: 'device', deviceId, jkt, shareSealed, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: keysets.id })
    if (!added.length) throw new WalletConflictError()
    await audit(transaction, { at: now, userId, kind: 'device-added', facts: { walletId, keysetId } })
  })
  return {}
}
