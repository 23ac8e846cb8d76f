import {
  InvalidRequestError,
  RecoveryMethodError,
  type addMethod as route,
  WalletConflictError,
} from '@latchkey/protocol/http'
import { and, eq, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { randomId } from '../crypto/bytes.ts'
import { audit } from '../db/audit.ts'
import { passkeys } from '../db/identitySchema.ts'
import { keysets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { requireMayChangeRecovery } from '../identity/users/strongLogin.ts'
import { storeShare } from './shares.ts'
import { findActiveWallet, lockWallet } from './walletRecords.ts'

type Body = z.output<typeof route.body>

/** A passkey is a method by its own id; a recovery code gets one. */
async function findMethodId({ db }: ServiceContext, userId: string, { kind, passkeyId }: Body) {
  if ((kind === 'passkey') !== (passkeyId !== undefined))
    throw new InvalidRequestError({ data: { field: 'passkeyId' } })
  if (passkeyId === undefined) return randomId()
  const [row] = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
  if (!row) throw new RecoveryMethodError()
  return row.id
}

/**
 * Stores the halves of a way to recover. It counts once it is proven; until then an earlier keyset of the method stays.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError, WalletNotFoundError, WalletNotActiveError,
 * RecoveryMethodError, SealedMessageError, WalletConflictError, InvalidRequestError
 */
export async function addMethod(
  service: ServiceContext,
  call: Call<Body>,
): Promise<z.output<typeof route.reply>> {
  const session = sessionOf(call)
  await requireMayChangeRecovery(service, session)
  const { userId, jkt } = session
  const { kind, label, keyset } = call.body
  const { keysetId, serverShare, clientShare } = keyset
  const { id: walletId } = await findActiveWallet(service, userId, call.params.walletId ?? '')
  const methodId = await findMethodId(service, userId, call.body)
  const subject = { kind: 'recovery' as const, userId, walletId, keysetId, deviceId: '' }
  const shareSealed = await storeShare(service, subject, serverShare)
  const now = service.config.now()
  const row = { id: keysetId, walletId, userId, kind, jkt, shareSealed, clientShare, methodId, label }
  await service.db.transaction(async (transaction) => {
    await lockWallet(transaction, userId, walletId)
    const unproven = and(eq(keysets.walletId, walletId), eq(keysets.kind, kind), isNull(keysets.provenAt))
    await transaction
      .delete(keysets)
      .where(kind === 'passkey' ? and(unproven, eq(keysets.methodId, methodId)) : unproven)
    const added = await transaction
      .insert(keysets)
      .values({ ...row, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: keysets.id })
    if (!added.length) throw new WalletConflictError()
    await audit(transaction, {
      at: now,
      userId,
      kind: 'method-added',
      facts: { walletId, methodId, method: kind },
    })
  })
  return { methodId }
}
