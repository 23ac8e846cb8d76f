import {
  KeysetNotFoundError,
  RateLimitedError,
  type releaseShare as route,
  WalletNotActiveError,
} from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { sealTo } from '../crypto/channel.ts'
import { audit } from '../db/audit.ts'
import { consume, retryAfterOf } from '../db/counters.ts'
import { keysets, wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { requireNotFrozen } from '../identity/users/freeze.ts'
import { withShare } from './shares.ts'

/**
 * Releases the server half of a device keyset, to the device key that stored it alone, sealed to a one-use key.
 *
 * @throws KeysetNotFoundError, AccountFrozenError, WalletNotActiveError, RateLimitedError, SealedMessageError
 */
export async function releaseShare(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { db, limits, config } = service
  const { userId, jkt } = sessionOf(call)
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
