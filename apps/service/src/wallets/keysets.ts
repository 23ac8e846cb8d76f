import {
  type addKeyset as addKeysetRoute,
  KeysetNotFoundError,
  ProtectedWalletError,
  RateLimitedError,
  type recoverWallet as recoverWalletRoute,
  type releaseShare as releaseShareRoute,
  WalletConflictError,
  WalletNotActiveError,
  WalletNotFoundError,
} from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { sealTo } from '../crypto/channel.ts'
import { audit } from '../db/audit.ts'
import { consume, retryAfterOf } from '../db/counters.ts'
import { keysets, wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { requireMayHaveSecret, requireNotFrozen, requireNotHeld } from '../identity/users/freeze.ts'
import { storeShare, withShare } from './shares.ts'
import { findActiveWallet, requireFreshLogin } from './walletRecords.ts'

/**
 * Stores a device's server half. An earlier keyset of the same device is deleted, not kept.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError, WalletNotFoundError, WalletNotActiveError,
 * SealedMessageError, WalletConflictError
 */
export async function addKeyset(
  service: ServiceContext,
  call: Call<z.output<typeof addKeysetRoute.body>>,
): Promise<z.output<typeof addKeysetRoute.reply>> {
  const session = sessionOf(call)
  requireFreshLogin(service, session)
  const { userId, jkt } = session
  await requireNotFrozen(service, userId)
  await requireNotHeld(service, session)
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

/**
 * Releases the server half of a device keyset, to the device key that stored it alone, sealed to a one-use key.
 *
 * @throws KeysetNotFoundError, AccountFrozenError, AccountHeldError, WalletNotActiveError, RateLimitedError, SealedMessageError
 */
export async function releaseShare(
  service: ServiceContext,
  call: Call<z.output<typeof releaseShareRoute.body>>,
): Promise<z.output<typeof releaseShareRoute.reply>> {
  const { db, limits, config } = service
  const session = sessionOf(call)
  const { userId, jkt } = session
  const keysetId = call.params.keysetId ?? ''
  const { purpose, publicKey, intentHash } = call.body
  const [row] = await db
    .select({ keyset: keysets, status: wallets.status })
    .from(keysets)
    .innerJoin(wallets, eq(wallets.id, keysets.walletId))
    .where(
      and(
        eq(keysets.id, keysetId),
        eq(keysets.userId, userId),
        eq(keysets.jkt, jkt),
        eq(keysets.kind, 'device'),
      ),
    )
  if (!row) throw new KeysetNotFoundError()
  await requireNotFrozen(service, userId)
  await requireNotHeld(service, session)
  if (row.status !== 'active' && purpose !== 'confirm') throw new WalletNotActiveError()
  const now = config.now()
  const limit = { key: `release:${jkt}`, limit: limits.releasesPerMinute, window: 60_000 }
  const wait = await consume(db, limit, now)
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
  const { walletId, deviceId, shareSealed } = row.keyset
  const subject = { kind: 'device' as const, userId, walletId, keysetId, deviceId: deviceId ?? '' }
  const share = await withShare(service, subject, shareSealed, (bytes) =>
    sealTo(publicKey, bytes, `v1|release|${keysetId}|${purpose}`),
  )
  const facts = { keysetId, purpose, ...(intentHash ? { intentHash } : {}) }
  await audit(db, { at: now, userId, kind: 'share-released', facts })
  return { share }
}

/**
 * Releases what a new device needs to rebuild the wallet: both halves, and from the recovery module the key of one.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError, WalletNotFoundError, WalletNotActiveError,
 * ProtectedWalletError, RateLimitedError, SealedMessageError
 */
export async function recoverWallet(
  service: ServiceContext,
  call: Call<z.output<typeof recoverWalletRoute.body>>,
): Promise<z.output<typeof recoverWalletRoute.reply>> {
  const { db, limits, config } = service
  const session = sessionOf(call)
  requireFreshLogin(service, session)
  const { userId, authTime } = session
  await requireMayHaveSecret(service, session)
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
