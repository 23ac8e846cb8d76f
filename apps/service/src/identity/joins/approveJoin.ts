import { JoinGoneError, type approveJoin as route, WalletConflictError } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { audit } from '../../db/audit.ts'
import type { Database } from '../../db/Database.ts'
import { joins } from '../../db/identitySchema.ts'
import { keysets } from '../../db/schema.ts'
import { type Call, sessionOf } from '../../http/Call.ts'
import { storeShare } from '../../wallets/shares.ts'
import { findActiveWallet } from '../../wallets/walletRecords.ts'
import { requireHost } from '../users/allowedHost.ts'
import { requireNotFrozen } from '../users/freeze.ts'
import { requireStrongLogin } from '../users/strongLogin.ts'
import { findWaitingJoin, isWaiting, type JoinRow } from './joinRecords.ts'

type Body = z.output<typeof route.body>

/** The keyset is the waiting device's own: only its key gets the server's half released. */
async function storeKeyset(
  db: Database,
  { jkt, deviceId }: JoinRow,
  keyset: { id: string; walletId: string; userId: string; shareSealed: string; createdAt: number },
): Promise<void> {
  await db
    .delete(keysets)
    .where(and(eq(keysets.walletId, keyset.walletId), eq(keysets.deviceId, deviceId), eq(keysets.jkt, jkt)))
  const added = await db
    .insert(keysets)
    .values({ ...keyset, kind: 'device', deviceId, jkt })
    .onConflictDoNothing()
    .returning({ id: keysets.id })
  if (!added.length) throw new WalletConflictError()
}

/**
 * Brings a waiting device in: its server half is stored, its own half is kept for it, sealed. One answer a join.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, JoinGoneError, WalletNotFoundError, WalletNotActiveError,
 * SealedMessageError, WalletConflictError, OriginNotAllowedError
 */
export async function approveJoin(
  service: ServiceContext,
  call: Call<Body>,
): Promise<z.output<typeof route.reply>> {
  const session = sessionOf(call)
  requireStrongLogin(service, session)
  const { userId } = session
  await requireNotFrozen(service, userId)
  const { keysetId, serverShare, clientShare } = call.body
  const join = await findWaitingJoin(service, call.params.joinId ?? '')
  await requireHost(service, join.projectId, join.hostOrigin)
  const { id: walletId } = await findActiveWallet(service, userId, call.body.walletId)
  const { deviceId, jkt, hostOrigin } = join
  const subject = { kind: 'device' as const, userId, walletId, keysetId, deviceId }
  const shareSealed = await storeShare(service, subject, serverShare)
  const now = service.config.now()
  await service.db.transaction(async (transaction) => {
    const approved = await transaction
      .update(joins)
      .set({ userId, keysetId, clientShare, approvedAt: now })
      .where(isWaiting(service, join.id))
      .returning({ id: joins.id })
    if (!approved.length) throw new JoinGoneError()
    await storeKeyset(transaction, join, { id: keysetId, walletId, userId, shareSealed, createdAt: now })
    const facts = { walletId, keysetId, device: jkt, hostOrigin }
    await audit(transaction, { at: now, userId, kind: 'join-approved', facts })
  })
  return {}
}
