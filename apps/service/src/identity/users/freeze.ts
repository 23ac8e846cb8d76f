import {
  AccountFrozenError,
  AccountHeldError,
  AccountPageOnlyError,
  FreshLoginRequiredError,
} from '@latchkey/protocol/http'
import { and, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { retryAfterOf } from '../../db/counters.ts'
import type { Database } from '../../db/Database.ts'
import { devices } from '../../db/identitySchema.ts'
import { accessTokens, sessions, users } from '../../db/schema.ts'
import type { ActiveSession } from '../../sessions/sessions.ts'

/**
 * Refuses what an account must not do while somebody's report of a foreign sign-in stands: give out shares, recover,
 * take in a device, change how one signs in.
 *
 * @param db the caller's transaction, if there is one
 * @throws AccountFrozenError
 */
export async function requireNotFrozen(
  service: ServiceContext,
  userId: string,
  db: Database = service.db,
): Promise<void> {
  const [row] = await db.select({ frozenAt: users.frozenAt }).from(users).where(eq(users.id, userId))
  if (row && row.frozenAt !== null) throw new AccountFrozenError()
}

/**
 * Refuses a brand-new device while its wait lasts. What vouches for a device has ended its wait when it signed in.
 *
 * @throws AccountHeldError with `retryAfter` in seconds
 */
export async function requireNotHeld(service: ServiceContext, session: ActiveSession): Promise<void> {
  const [row] = await service.db
    .select({ heldUntil: devices.heldUntil })
    .from(devices)
    .where(and(eq(devices.userId, session.userId), eq(devices.jkt, session.jkt)))
  refuseUntil(service, row?.heldUntil)
}

/** @throws AccountHeldError with `retryAfter` in seconds, before that time */
function refuseUntil({ config }: ServiceContext, until: number | null | undefined): void {
  const wait = (until ?? 0) - config.now()
  if (wait > 0) throw new AccountHeldError({ data: { retryAfter: retryAfterOf(wait) } })
}

/**
 * Lets a session have what the wallet's secret can be made of where it was not before: recovery halves, an export, a
 * kit, another device. All of them give the same, so all wait for the same: the account's freeze, a change of how one
 * signs in, and the wait of the device.
 *
 * @throws AccountFrozenError, AccountHeldError with `retryAfter` in seconds
 */
export async function requireMayHaveSecret(service: ServiceContext, session: ActiveSession): Promise<void> {
  await requireAtRest(service, session.userId)
  await requireNotHeld(service, session)
}

/**
 * Refuses while the account is frozen or any change of how one signs in is waited for.
 *
 * @throws AccountFrozenError, AccountHeldError with `retryAfter` in seconds
 */
export async function requireAtRest(service: ServiceContext, userId: string): Promise<void> {
  await requireNotFrozen(service, userId)
  const [row] = await service.db.select().from(users).where(eq(users.id, userId))
  refuseUntil(service, Math.max(row?.exportHeldUntil ?? 0, row?.recoveryHeldUntil ?? 0))
}

/** A code of six digits is enough to sign in, not to take the key out or to change how it comes back. */
const WEAK_METHODS: ReadonlySet<string> = new Set(['email', 'join'])

/** Until when a session may export and change how one signs in and recovers; null when it may not. */
export function strongUntil(
  { config, limits }: ServiceContext,
  { method, authTime }: ActiveSession,
): number | null {
  const until = authTime + limits.freshLogin
  return !WEAK_METHODS.has(method) && until >= config.now() ? until : null
}

/** @throws FreshLoginRequiredError unless the session was signed in within five minutes by the long code, a social network or a passkey */
export function requireStrongLogin(service: ServiceContext, session: ActiveSession): void {
  if (strongUntil(service, session) === null) throw new FreshLoginRequiredError()
}

/**
 * Refuses what a page may not begin: only a session of the wallet's own page, signed in strongly just now, changes how
 * one signs in.
 *
 * @throws AccountPageOnlyError, FreshLoginRequiredError
 */
export function requireAccountPage(service: ServiceContext, session: ActiveSession): void {
  if (session.hostOrigin !== service.config.walletOrigin) throw new AccountPageOnlyError()
  requireStrongLogin(service, session)
}

/**
 * Refuses while a change of how one signs in is on hold.
 *
 * @throws AccountHeldError with `retryAfter` in seconds
 */
export async function requireNoHold(service: ServiceContext, userId: string): Promise<void> {
  const { recoveryHeldUntil: until } = users
  const [row] = await service.db.select({ until }).from(users).where(eq(users.id, userId))
  refuseUntil(service, row?.until)
}

/**
 * Lets a session change how the account's key comes back.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError
 */
export async function requireMayChangeRecovery(
  service: ServiceContext,
  session: ActiveSession,
): Promise<void> {
  requireStrongLogin(service, session)
  await requireNotFrozen(service, session.userId)
  await requireNoHold(service, session.userId)
}

/**
 * Lets a session take away what a freeze could not bring back: the account, ways in, ways to recover. A device that
 * waits may not.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError
 */
export async function requireMayRemove(service: ServiceContext, session: ActiveSession): Promise<void> {
  await requireMayChangeRecovery(service, session)
  await requireNotHeld(service, session)
}

/** Ends the account's other sessions, or those of them that a condition names, in the caller's transaction. */
export async function endOtherSessions(
  { config }: ServiceContext,
  db: Database,
  { id, userId }: ActiveSession,
  condition?: SQL,
): Promise<void> {
  const others = and(eq(sessions.userId, userId), ne(sessions.id, id), isNull(sessions.revokedAt), condition)
  const ended = await db
    .update(sessions)
    .set({ revokedAt: config.now() })
    .where(others)
    .returning({ id: sessions.id })
  const ids = ended.map((session) => session.id)
  if (ids.length) await db.delete(accessTokens).where(inArray(accessTokens.sessionId, ids))
}
