import { RateLimitedError, RecoveryMethodError, type openMethod as route } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { sealTo } from '../crypto/channel.ts'
import { audit } from '../db/audit.ts'
import { consume, retryAfterOf } from '../db/counters.ts'
import { passkeys } from '../db/identitySchema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { requireNotFrozen } from '../identity/users/freeze.ts'
import { chooseKeyset, readMethodKeysets } from './methodKeysets.ts'
import { withShare } from './shares.ts'
import { findActiveWallet, requireFreshLogin } from './walletRecords.ts'

type Body = z.output<typeof route.body>

async function findSalt({ db }: ServiceContext, userId: string, credentialId: string) {
  const [row] = await db
    .select({ methodId: passkeys.id, salt: passkeys.salt })
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, credentialId), eq(passkeys.userId, userId)))
  return row
}

async function findKeyset(
  service: ServiceContext,
  walletId: string,
  jkt: string,
  userId: string,
  body: Body,
) {
  const { kind, credentialId } = body
  const rows = (await readMethodKeysets(service.db, walletId)).filter((row) => row.kind === kind)
  const seen = { jkt, now: service.config.now() }
  if (kind === 'code') return { keyset: chooseKeyset(rows, seen), salt: null }
  const passkey = credentialId === undefined ? undefined : await findSalt(service, userId, credentialId)
  const ofPasskey = rows.filter(({ methodId }) => methodId === passkey?.methodId)
  return { keyset: chooseKeyset(ofPasskey, seen), salt: passkey?.salt ?? null }
}

/**
 * Releases the halves of a way to recover. What opens the client's half never comes here, so no hold is needed: who has
 * no passkey and no code gets nothing from it.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, WalletNotFoundError, WalletNotActiveError, RecoveryMethodError,
 * RateLimitedError, SealedMessageError
 */
export async function openMethod(
  service: ServiceContext,
  call: Call<Body>,
): Promise<z.output<typeof route.reply>> {
  const { db, limits, config } = service
  const session = sessionOf(call)
  requireFreshLogin(service, session)
  const { userId, jkt } = session
  await requireNotFrozen(service, userId)
  const { id: walletId } = await findActiveWallet(service, userId, call.params.walletId ?? '')
  const now = config.now()
  const limit = { key: `open-method:${userId}`, limit: limits.recoveriesPerHour, window: 3_600_000 }
  const wait = await consume(db, limit, now)
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
  const { keyset, salt } = await findKeyset(service, walletId, jkt, userId, call.body)
  if (!keyset?.clientShare || keyset.methodId === null) throw new RecoveryMethodError()
  const { id: keysetId, clientShare, methodId } = keyset
  const subject = { kind: 'recovery' as const, userId, walletId, keysetId, deviceId: '' }
  const serverShare = await withShare(service, subject, keyset.shareSealed, (bytes) =>
    sealTo(call.body.publicKey, bytes, `v1|recover-share|${keysetId}`),
  )
  await audit(db, { at: now, userId, kind: 'method-opened', facts: { walletId, methodId } })
  return { methodId, keysetId, serverShare, clientShare, salt }
}
