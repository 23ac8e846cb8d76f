import type { Tokens } from '@latchkey/protocol/http'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { audit } from '../../db/audit.ts'
import type { Database } from '../../db/Database.ts'
import { grants } from '../../db/schema.ts'
import { type ActiveSession, beginSession, type LoginMethod } from '../../sessions/sessions.ts'
import type { Caller } from '../devices/callerOf.ts'
import { recordDevice } from '../devices/recordDevice.ts'

export type Login = {
  userId: string
  /** Thumbprint of the device's key. */
  jkt: string
  projectId: string
  /** The site that is connected by this login; the wallet's own origin for its account page. */
  hostOrigin: string
  method: LoginMethod
  /** Who signs in, by `callerOf(call)`. */
  caller: Caller
}

/**
 * What every way to sign in ends with, in the caller's transaction: the site is connected, the device is written down
 * and, where the account does not know it, told to the owner, and a session begins.
 */
export async function completeLogin(
  service: ServiceContext,
  db: Database,
  login: Login,
): Promise<{ session: ActiveSession; tokens: Tokens }> {
  const { userId, jkt, projectId, hostOrigin, method, caller } = login
  const now = service.config.now()
  await db
    .insert(grants)
    .values({ userId, projectId, origin: hostOrigin, createdAt: now })
    .onConflictDoNothing()
  const isNew = await recordDevice(service, db, { userId, jkt, projectId, hostOrigin, method, caller })
  const facts = {
    projectId,
    hostOrigin,
    method,
    browser: caller.browser,
    ...(isNew ? { device: 'new' } : {}),
  }
  const begun = await beginSession(service, db, { userId, jkt, projectId, method, hostOrigin })
  // Last, for others of this account wait for its place in the log.
  await audit(db, { at: now, userId, kind: 'signed-in', facts })
  return begun
}
