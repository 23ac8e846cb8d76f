import { type discardWallet as route, WalletConflictError } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import { wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { findWallet } from './walletRecords.ts'

/**
 * Deletes a wallet that never became active, with its shares.
 *
 * @throws WalletNotFoundError, WalletConflictError when it is active
 */
export async function discardWallet(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { userId } = sessionOf(call)
  const { id: walletId } = await findWallet(service, userId, call.params.walletId ?? '')
  await service.db.transaction(async (transaction) => {
    const deleted = await transaction
      .delete(wallets)
      .where(and(eq(wallets.id, walletId), eq(wallets.userId, userId), eq(wallets.status, 'pending')))
      .returning({ id: wallets.id })
    if (!deleted.length) throw new WalletConflictError()
    await service.recovery.forget(walletId, transaction)
    await audit(transaction, {
      at: service.config.now(),
      userId,
      kind: 'wallet-discarded',
      facts: { walletId },
    })
  })
  return {}
}
