import {
  type addMethod as addMethodRoute,
  InvalidRequestError,
  methodText,
  type openMethod as openMethodRoute,
  type proveMethod as proveMethodRoute,
  RateLimitedError,
  RecoveryMethodError,
  WalletConflictError,
  WalletProofError,
} from '@latchkey/protocol/http'
import { and, desc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { randomId } from '../crypto/bytes.ts'
import { sealTo } from '../crypto/channel.ts'
import { audit } from '../db/audit.ts'
import { consume, retryAfterOf } from '../db/counters.ts'
import type { Database } from '../db/Database.ts'
import { passkeys } from '../db/identitySchema.ts'
import { keysets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { requireAtRest, requireMayChangeRecovery, requireNotFrozen } from '../identity/users/freeze.ts'
import { storeShare, withShare } from './shares.ts'
import { tellRecoveryChange } from './tellRecoveryChange.ts'
import { findActiveWallet, hasSigned, lockWallet, requireFreshLogin } from './walletRecords.ts'

export type KeysetRow = typeof keysets.$inferSelect

/** How long a new keyset of a method is given to the device that made it in place of the proven one. */
const PROOF_WINDOW = 1_800_000

/** Keysets of a wallet's ways to recover, newest first. */
export function readMethodKeysets(db: Database, walletId: string): Promise<KeysetRow[]> {
  return db
    .select()
    .from(keysets)
    .where(and(eq(keysets.walletId, walletId), inArray(keysets.kind, ['passkey', 'code'])))
    .orderBy(desc(keysets.createdAt), desc(keysets.id))
}

/** Methods that a round trip has proven; each counts once. */
export async function provenMethods(db: Database, walletId: string): Promise<Set<string>> {
  const rows = await db
    .select({ methodId: keysets.methodId })
    .from(keysets)
    .where(
      and(
        eq(keysets.walletId, walletId),
        inArray(keysets.kind, ['passkey', 'code']),
        isNotNull(keysets.provenAt),
      ),
    )
  return new Set(rows.flatMap(({ methodId }) => (methodId === null ? [] : [methodId])))
}

/**
 * Which keyset of a method is given out. A new one stands beside the proven one until it is proven itself, so that a
 * renewal that ends in the middle locks nobody out: for a while its maker gets it, everyone else the proven one. Where
 * none is proven yet, the newest is given to a device that has the wallet, so that it can prove it. To any other it opens
 * nothing: the owner is told of a way to recover once it is proven, and of none that nobody has proven.
 *
 * @param candidates of one method, newest first
 * @param asker.hasWallet it has a share of its own
 */
export function chooseKeyset(
  candidates: readonly KeysetRow[],
  { jkt, now, hasWallet }: { jkt: string; now: number; hasWallet: boolean },
): KeysetRow | undefined {
  const isOwnNew = ({ provenAt, jkt: maker, createdAt }: KeysetRow) =>
    provenAt === null && maker === jkt && now - createdAt <= PROOF_WINDOW
  const given = candidates.find(isOwnNew) ?? candidates.find(({ provenAt }) => provenAt !== null)
  return given ?? (hasWallet ? candidates[0] : undefined)
}

type Body = z.output<typeof addMethodRoute.body>

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
): Promise<z.output<typeof addMethodRoute.reply>> {
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

type OpenBody = z.output<typeof openMethodRoute.body>

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
  body: OpenBody,
) {
  const { kind, credentialId } = body
  const rows = (await readMethodKeysets(service.db, walletId)).filter((row) => row.kind === kind)
  const own = and(eq(keysets.walletId, walletId), eq(keysets.jkt, jkt), eq(keysets.kind, 'device'))
  const shares = await service.db.select({ id: keysets.id }).from(keysets).where(own).limit(1)
  const seen = { jkt, now: service.config.now(), hasWallet: shares.length > 0 }
  if (kind === 'code') return { keyset: chooseKeyset(rows, seen), salt: null }
  const passkey = credentialId === undefined ? undefined : await findSalt(service, userId, credentialId)
  const ofPasskey = rows.filter(({ methodId }) => methodId === passkey?.methodId)
  return { keyset: chooseKeyset(ofPasskey, seen), salt: passkey?.salt ?? null }
}

/**
 * Releases the halves of a way to recover. What opens the client's half never comes here, so a new device does not wait:
 * who has no passkey and no code gets nothing from it. A change of how one signs in is waited for as everywhere.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError, WalletNotFoundError, WalletNotActiveError, RecoveryMethodError,
 * RateLimitedError, SealedMessageError
 */
export async function openMethod(
  service: ServiceContext,
  call: Call<OpenBody>,
): Promise<z.output<typeof openMethodRoute.reply>> {
  const { db, limits, config } = service
  const session = sessionOf(call)
  requireFreshLogin(service, session)
  const { userId, jkt } = session
  await requireAtRest(service, userId)
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

/**
 * Marks a way to recover as proven once the wallet's key, rebuilt from what it gave back, has signed (EIP-191). What it
 * replaces is deleted: an earlier keyset of the same passkey, or the earlier recovery code.
 *
 * @throws RecoveryMethodError, WalletProofError, AccountFrozenError
 */
export async function proveMethod(
  service: ServiceContext,
  call: Call<z.output<typeof proveMethodRoute.body>>,
): Promise<z.output<typeof proveMethodRoute.reply>> {
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
    // A passkey was told of when it was made.
    if (kind === 'code' && newest.provenAt === null)
      await tellRecoveryChange(service, transaction, call, 'code-added')
  })
  return {}
}
