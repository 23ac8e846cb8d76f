import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type approveJoin as approveJoinRoute,
  type finishJoin as finishJoinRoute,
  JoinGoneError,
  RateLimitedError,
  type readJoin as readJoinRoute,
  type startJoin as startJoinRoute,
  WalletConflictError,
  WrongJoinNumberError,
} from '@latchkey/protocol/http'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { randomId } from '../../crypto/bytes.ts'
import { audit } from '../../db/audit.ts'
import { retryAfterOf } from '../../db/counters.ts'
import type { Database } from '../../db/Database.ts'
import { joins } from '../../db/identitySchema.ts'
import { keysets } from '../../db/schema.ts'
import { type Call, jktOf, sessionOf } from '../../http/Call.ts'
import { addressKeyOf } from '../../http/clientAddress.ts'
import { storeShare } from '../../wallets/shares.ts'
import { findActiveWallet } from '../../wallets/walletRecords.ts'
import { callerOf, requireHost } from '../devices/callerOf.ts'
import { completeLogin } from '../login/completeLogin.ts'
import { describeSession } from '../login/ownSession.ts'
import { requireMayHaveSecret, requireNotFrozen, requireStrongLogin } from '../users/freeze.ts'

type JoinRow = typeof joins.$inferSelect

/** The rows of a join that waits for its answer. */
const isWaiting = ({ config }: ServiceContext, joinId: string) =>
  and(eq(joins.id, joinId), isNull(joins.approvedAt), isNull(joins.usedAt), gt(joins.expiresAt, config.now()))

/** @throws JoinGoneError when there is none, or it is answered or too old */
async function findWaitingJoin(service: ServiceContext, joinId: string): Promise<JoinRow> {
  const [row] = await service.db.select().from(joins).where(isWaiting(service, joinId))
  if (!row) throw new JoinGoneError()
  return row
}

/**
 * Begins to wait for another window that brings this device in. The public key that the device's half is sealed to goes
 * to that window in the fragment of its address: it never comes here, so the service cannot swap it.
 *
 * @throws UnknownProjectError, OriginNotAllowedError, RateLimitedError
 */
export async function startJoin(
  service: ServiceContext,
  call: Call<z.output<typeof startJoinRoute.body>>,
): Promise<z.output<typeof startJoinRoute.reply>> {
  const { db, config, limits } = service
  const { projectId, hostOrigin, deviceId } = call.body
  await requireHost(service, projectId, hostOrigin)
  const key = `join-start:${addressKeyOf(service, call.address)}`
  const wait = await service.take({ key, limit: limits.joinStartsPerMinute, window: 60_000 })
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
  const { browser, place } = callerOf(call)
  const joinId = randomId()
  const number = String(randomInt(100)).padStart(2, '0')
  const expiresAt = config.now() + limits.joinLifetime
  const asker = { jkt: jktOf(call), deviceId, projectId, hostOrigin, browser, place }
  await db.insert(joins).values({ ...asker, id: joinId, number, expiresAt })
  return { joinId, number, expiresAt }
}

/**
 * What the approving window shows of the device that waits.
 *
 * @throws JoinGoneError, UnknownProjectError, OriginNotAllowedError
 */
export async function readJoin(
  service: ServiceContext,
  call: Call<z.output<typeof readJoinRoute.body>>,
): Promise<z.output<typeof readJoinRoute.reply>> {
  const join = await findWaitingJoin(service, call.params.joinId ?? '')
  const { hostOrigin, browser, place, deviceId, expiresAt } = join
  const { name: projectName } = await requireHost(service, join.projectId, hostOrigin)
  const number = isNear(call, join) ? join.number : null
  return { hostOrigin, projectName, browser, place, number, deviceId, expiresAt }
}

/** Whether this account has let the device of a join in already: the answer that said so may have been lost. */
async function isLetIn({ db, config }: ServiceContext, joinId: string, userId: string): Promise<boolean> {
  const own = and(eq(joins.id, joinId), eq(joins.userId, userId), gt(joins.expiresAt, config.now()))
  const [row] = await db.select({ approvedAt: joins.approvedAt }).from(joins).where(own)
  return row !== undefined && row.approvedAt !== null
}

/** Whether the device that waits is in the network of the one that answers. A link can be sent to anybody; a network cannot. */
const isNear = (call: Call<unknown>, join: JoinRow) => callerOf(call).place === join.place

/** One wrong number ends the join: a hundred tries would find it. */
async function requireNumber({ db }: ServiceContext, call: Call<Body>, join: JoinRow): Promise<void> {
  if (isNear(call, join) || call.body.number === join.number) return
  await db.delete(joins).where(eq(joins.id, join.id))
  throw new WrongJoinNumberError()
}

type Body = z.output<typeof approveJoinRoute.body>

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
 * Brings a waiting device in: its server half is stored, its own half is kept for it, sealed. One answer a join; whoever
 * gave it may say so again, and nothing more is done for that.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError, JoinGoneError, WrongJoinNumberError, WalletNotFoundError, WalletNotActiveError,
 * SealedMessageError, WalletConflictError, OriginNotAllowedError
 */
export async function approveJoin(
  service: ServiceContext,
  call: Call<Body>,
): Promise<z.output<typeof approveJoinRoute.reply>> {
  const session = sessionOf(call)
  requireStrongLogin(service, session)
  const { userId } = session
  await requireMayHaveSecret(service, session)
  const { keysetId, serverShare, clientShare } = call.body
  const joinId = call.params.joinId ?? ''
  if (await isLetIn(service, joinId, userId)) return {}
  const join = await findWaitingJoin(service, joinId)
  await requireHost(service, join.projectId, join.hostOrigin)
  await requireNumber(service, call, join)
  const { id: walletId } = await findActiveWallet(service, userId, call.body.walletId)
  const { deviceId, jkt, hostOrigin } = join
  const subject = { kind: 'device' as const, userId, walletId, keysetId, deviceId }
  const shareSealed = await storeShare(service, subject, serverShare)
  const now = service.config.now()
  await service.db.transaction(async (transaction) => {
    const approved = await transaction
      .update(joins)
      .set({ userId, keysetId, clientShare, isNear: isNear(call, join), approvedAt: now })
      .where(isWaiting(service, join.id))
      .returning({ id: joins.id })
    if (!approved.length) throw new JoinGoneError()
    await storeKeyset(transaction, join, { id: keysetId, walletId, userId, shareSealed, createdAt: now })
    const facts = { walletId, keysetId, device: jkt, hostOrigin }
    await audit(transaction, { at: now, userId, kind: 'join-approved', facts })
  })
  return {}
}

type FinishBody = z.output<typeof finishJoinRoute.body>
type Reply = z.output<typeof finishJoinRoute.reply>

/** A join of another device's key is as good as none. */
async function readApprovedJoin({ db, config }: ServiceContext, id: string, jkt: string): Promise<JoinRow> {
  const own = and(eq(joins.id, id), eq(joins.jkt, jkt), isNull(joins.usedAt))
  const [row] = await db.select().from(joins).where(own)
  if (!row || row.expiresAt <= config.now()) throw new JoinGoneError()
  return row
}

/** Asks again and again for a while. Between two questions no connection of the database is held. */
async function waitForApproval(service: ServiceContext, call: Call<FinishBody>): Promise<JoinRow> {
  const { joinWait, joinInterval } = service.limits
  const until = performance.now() + joinWait
  for (;;) {
    const row = await readApprovedJoin(service, call.params.joinId ?? '', jktOf(call))
    const left = until - performance.now()
    if (row.approvedAt !== null || left <= 0 || call.signal.aborted) return row
    // A caller that has gone ends the wait; nobody reads the answer then.
    await delay(Math.min(joinInterval, left), undefined, { signal: call.signal }).catch(() => undefined)
  }
}

/** Signs the device in as the person who approved it, once. */
async function signIn(service: ServiceContext, call: Call<FinishBody>, userId: string, row: JoinRow) {
  const { id, jkt, projectId, hostOrigin, isNear } = row
  const login = {
    userId,
    jkt,
    projectId,
    hostOrigin,
    method: 'join' as const,
    isNear,
    caller: callerOf(call),
  }
  return service.db.transaction(async (transaction) => {
    const used = await transaction
      .update(joins)
      .set({ usedAt: service.config.now(), clientShare: null })
      .where(and(eq(joins.id, id), isNull(joins.usedAt)))
      .returning({ id: joins.id })
    if (!used.length) throw new JoinGoneError()
    return completeLogin(service, transaction, login)
  })
}

/**
 * Waits up to 20 s for the other window, for the key alone that began the join; then gives it a session and its half.
 *
 * @throws JoinGoneError, AccountFrozenError, OriginNotAllowedError, RateLimitedError
 */
export async function finishJoin(service: ServiceContext, call: Call<FinishBody>): Promise<Reply> {
  const { joinChecksPerMinute: limit } = service.limits
  const wait = await service.take({ key: `join-finish:${jktOf(call)}`, limit, window: 60_000 })
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
  const row = await waitForApproval(service, call)
  // An answer for a caller that has gone would use the join up for nobody.
  if (row.approvedAt === null || call.signal.aborted) return { status: 'pending' }
  const { userId, keysetId, clientShare } = row
  if (userId === null || keysetId === null || clientShare === null) throw new JoinGoneError()
  await requireHost(service, row.projectId, row.hostOrigin)
  await requireNotFrozen(service, userId)
  const { session, tokens } = await signIn(service, call, userId, row)
  return { status: 'done', tokens, session: await describeSession(service, session), keysetId, clientShare }
}
