import {
  ProtectedWalletError,
  RateLimitedError,
  type recoverWallet as route,
  WalletNotFoundError,
} from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { sealTo } from '../crypto/channel.ts'
import { audit } from '../db/audit.ts'
import { consume, retryAfterOf } from '../db/counters.ts'
import { keysets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { requireNotFrozen, requireNotHeld } from '../identity/users/freeze.ts'
import { withShare } from './shares.ts'
import { findActiveWallet, requireFreshLogin } from './walletRecords.ts'

/**
 * Releases what a new device needs to rebuild the wallet: both halves, and from the recovery module the key of one.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError, WalletNotFoundError, WalletNotActiveError,
 * ProtectedWalletError, RateLimitedError, SealedMessageError
 */
export async function recoverWallet(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { db, limits, config } = service
  const session = sessionOf(call)
  requireFreshLogin(service, session)
  const { userId, authTime } = session
  await requireNotFrozen(service, userId)
  await requireNotHeld(service, session)
  const { id: walletId, tier } = await findActiveWallet(service, userId, call.params.walletId ?? '')
  if (tier !== 'standard') throw new ProtectedWalletError()
  const now = config.now()
  const limit = { key: `recover:${userId}`, limit: limits.recoveriesPerHour, window: 3_600_000 }
  const wait = await consume(db, limit, now)
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
  const [keyset] = await db
    .select()
    .from(keysets)
    .where(and(eq(keysets.walletId, walletId), eq(keysets.userId, userId), eq(keysets.kind, 'recovery')))
  if (!keyset?.clientShare) throw new WalletNotFoundError()
  const { id: keysetId, clientShare } = keyset
  const { publicKey, recoveryKeyPublicKey } = call.body
  const subject = { kind: 'recovery' as const, userId, walletId, keysetId, deviceId: '' }
  const serverShare = await withShare(service, subject, keyset.shareSealed, (bytes) =>
    sealTo(publicKey, bytes, `v1|recover-share|${keysetId}`),
  )
  const recoveryKey = await service.recovery.release(
    { userId, walletId, keysetId },
    { authTime },
    recoveryKeyPublicKey,
  )
  await audit(db, { at: now, userId, kind: 'wallet-recovered', facts: { walletId } })
  return { keysetId, serverShare, clientShare, recoveryKey }
}
