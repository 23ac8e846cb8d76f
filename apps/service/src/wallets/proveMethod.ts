import {
  methodText,
  RecoveryMethodError,
  type proveMethod as route,
  WalletProofError,
} from '@latchkey/protocol/http'
import { and, eq, ne } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import { keysets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { requireNotFrozen } from '../identity/users/freeze.ts'
import { findActiveWallet, hasSigned, lockWallet } from './walletRecords.ts'

/**
 * Marks a way to recover as proven once the wallet's key, rebuilt from what it gave back, has signed (EIP-191). What it
 * replaces is deleted: an earlier keyset of the same passkey, or the earlier recovery code.
 *
 * @throws RecoveryMethodError, WalletProofError, AccountFrozenError
 */
export async function proveMethod(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { db, config } = service
  const { userId } = sessionOf(call)
  const methodId = call.params.methodId ?? ''
  await requireNotFrozen(service, userId)
  const ofMethod = and(eq(keysets.methodId, methodId), eq(keysets.userId, userId))
  const [known] = await db.select({ walletId: keysets.walletId }).from(keysets).where(ofMethod)
  if (!known) throw new RecoveryMethodError()
  const { walletId } = known
  const wallet = await findActiveWallet(service, userId, walletId)
  if (!(await hasSigned(wallet, methodText(methodId), call.body.signature))) throw new WalletProofError()
  const now = config.now()
  await db.transaction(async (transaction) => {
    await lockWallet(transaction, userId, walletId)
    const rows = await transaction.select().from(keysets).where(ofMethod)
    const newest = rows.find(({ provenAt }) => provenAt === null) ?? rows[0]
    if (!newest) throw new RecoveryMethodError()
    const { id, kind } = newest
    await transaction.update(keysets).set({ provenAt: now }).where(eq(keysets.id, id))
    const replaced = kind === 'code' ? eq(keysets.kind, 'code') : eq(keysets.methodId, methodId)
    await transaction.delete(keysets).where(and(eq(keysets.walletId, walletId), replaced, ne(keysets.id, id)))
    await audit(transaction, { at: now, userId, kind: 'method-proven', facts: { walletId, methodId } })
  })
  return {}
}
