import { confirmText, type confirmWallet as route, WalletProofError } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import { wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { describeWallet, findWallet, hasSigned } from './walletRecords.ts'

/**
 * Makes a pending wallet active once its key has signed (EIP-191). Saying it twice is fine.
 *
 * @throws WalletNotFoundError, WalletProofError
 */
export async function confirmWallet(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { userId } = sessionOf(call)
  const walletId = call.params.walletId ?? ''
  const wallet = await findWallet(service, userId, walletId)
  if (!(await hasSigned(wallet, confirmText(walletId), call.body.signature))) throw new WalletProofError()
  const confirmed = await service.db
    .update(wallets)
    .set({ status: 'active' })
    .where(and(eq(wallets.id, walletId), eq(wallets.userId, userId), eq(wallets.status, 'pending')))
    .returning()
  if (confirmed.length)
    await audit(service.db, {
      at: service.config.now(),
      userId,
      kind: 'wallet-confirmed',
      facts: { walletId },
    })
  return { wallet: await describeWallet(service.db, await findWallet(service, userId, walletId)) }
}
