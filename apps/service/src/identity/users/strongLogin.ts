import { AccountHeldError, FreshLoginRequiredError } from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { retryAfterOf } from '../../db/counters.ts'
import type { Database } from '../../db/Database.ts'
import { users } from '../../db/schema.ts'
import type { ActiveSession } from '../../sessions/sessions.ts'
import { requireNotFrozen } from './freeze.ts'

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
 * Refuses while a change of how one signs in is on hold.
 *
 * @throws AccountHeldError with `retryAfter` in seconds
 */
export async function requireNoHold(
  service: ServiceContext,
  userId: string,
  hold: 'exportHeldUntil' | 'recoveryHeldUntil',
  db: Database = service.db,
): Promise<void> {
  const [row] = await db.select({ until: users[hold] }).from(users).where(eq(users.id, userId))
  const wait = (row?.until ?? 0) - service.config.now()
  if (wait > 0) throw new AccountHeldError({ data: { retryAfter: retryAfterOf(wait) } })
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
  await requireNoHold(service, session.userId, 'recoveryHeldUntil')
}
