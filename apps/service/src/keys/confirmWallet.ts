import { confirmText, type confirmWallet as route, WalletProofError } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import { isAddress, isAddressEqual, isHex, recoverMessageAddress } from 'viem'
import type * as z from 'zod/mini'
import { audit } from '../db/audit.ts'
import { wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import type { ServiceContext } from '../ServiceContext.ts'
import { describeWallet, findWallet, type WalletRow } from './walletRecords.ts'

async function hasSigned(wallet: WalletRow, signature: string): Promise<boolean> {
  const address = wallet.accounts.find(({ namespace }) => namespace === 'eip155')?.address ?? ''
  if (!isHex(signature) || !isAddress(address, { strict: false })) return false
  try {
    return isAddressEqual(
      await recoverMessageAddress({ message: confirmText(wallet.id), signature }),
      address,
    )
  } catch {
    return false
  }
}

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
  if (!(await hasSigned(wallet, call.body.signature))) throw new WalletProofError()
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
  return { wallet: describeWallet(await findWallet(service, userId, walletId)) }
}
