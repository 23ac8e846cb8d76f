import { AccountFrozenError, type Tokens } from '@latchkey/protocol/http'
import { and, eq, lt, min } from 'drizzle-orm'
import { readChanges } from '../../admin/projectChanges.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { audit } from '../../db/audit.ts'
import type { Database } from '../../db/Database.ts'
import { devices } from '../../db/identitySchema.ts'
import { grants, keysets, users, wallets } from '../../db/schema.ts'
import { type ActiveSession, beginSession, type LoginMethod } from '../../sessions/sessions.ts'
import type { Caller } from '../devices/callerOf.ts'
import { createMailLink, LINK_DAYS } from '../devices/mailLinks.ts'
import { enqueueNoticeTo, readContact } from '../users/enqueueNotice.ts'

const HOUR = 3_600_000

export type SeenDevice = {
  userId: string
  jkt: string
  projectId: string
  hostOrigin: string
  method: LoginMethod
  factorAddedAt: number | null
  isNear?: boolean
  caller: Caller
}

/** Signed in by a code to the mailbox. A change of that address is mailed to the previous mailbox separately. */
const isEmail = (method: LoginMethod) => method === 'email' || method === 'email-long'

/**
 * Whether another window of the owner in the same network stands behind the login, or a passkey that is older than the
 * wait: one that came lately may be a stranger's, who made it in the account page.
 */
const isVouchedFor = ({ method, factorAddedAt, isNear }: SeenDevice, now: number, hours: number) =>
  (method === 'join' && isNear === true) ||
  (method === 'passkey' && (factorAddedAt ?? now) <= now - hours * HOUR)

/** The strictest hold of the projects that the account is connected with, so that no other project is a way round it. */
async function holdHours(service: ServiceContext, db: Database, userId: string): Promise<number> {
  const connected = await db
    .selectDistinct({ projectId: grants.projectId })
    .from(grants)
    .where(eq(grants.userId, userId))
    .limit(200)
  let most = 0
  for (const { projectId } of connected) {
    const base = service.config.projects.find(({ id }) => id === projectId)
    // Through the transaction: another connection could wait for this one.
    const stored = base && (await readChanges(db, projectId))
    most = Math.max(most, stored?.changes.newDeviceHoldHours ?? base?.newDeviceHoldHours ?? 0)
  }
  return most
}

/** Whether the account was there before this login, and whether it knew the key. */
async function lookBack(db: Database, { userId, jkt }: SeenDevice) {
  const [first] = await db
    .select({ at: min(devices.firstSeenAt) })
    .from(devices)
    .where(eq(devices.userId, userId))
  const since = first?.at ?? null
  const [wallet] = await db.select({ id: wallets.id }).from(wallets).where(eq(wallets.userId, userId))
  // A device that is older than this table is known by its share. No other share makes a device known: not one that a join
  // has stored for it, nor a way to recover that it has added before it left.
  const own = and(eq(keysets.userId, userId), eq(keysets.jkt, jkt), eq(keysets.kind, 'device'))
  const [share] = await db
    .select({ id: keysets.id })
    .from(keysets)
    .where(since === null ? own : and(own, lt(keysets.createdAt, since)))
    .limit(1)
  return { isOld: since !== null || wallet !== undefined, hasShare: share !== undefined }
}

/**
 * Writes down which device signed in, in the caller's transaction. The owner of an account that was there before is
 * told of a key that has never signed in to it, with a link to disown it, and the project's hold begins.
 *
 * @returns whether the account did not know the device
 */
async function recordDevice(service: ServiceContext, db: Database, seen: SeenDevice): Promise<boolean> {
  const { userId, jkt, projectId, hostOrigin, method, factorAddedAt, caller } = seen
  const { browser, place } = caller
  const now = service.config.now()
  const before = await lookBack(db, seen)
  // A join has stored a share for the device already.
  const isStranger = before.isOld && (method === 'join' || !before.hasShare)
  const hours = await holdHours(service, db, userId)
  const vouched = isVouchedFor(seen, now, hours)
  const heldUntil = isStranger && !vouched && hours > 0 ? now + hours * HOUR : null
  const added = await db
    .insert(devices)
    .values({ userId, jkt, browser, place, firstSeenAt: now, seenAt: now, heldUntil })
    .onConflictDoNothing()
    .returning({ jkt: devices.jkt })
  if (!added.length) {
    const device = and(eq(devices.userId, userId), eq(devices.jkt, jkt))
    await db.update(devices).set({ browser, place, seenAt: now }).where(device)
    if (vouched) await db.update(devices).set({ heldUntil: null }).where(device)
    return false
  }
  if (!isStranger) return false
  const to = await readContact(service, db, userId)
  if (to === null) return true
  // A way in that was added lately may be part of what the owner will report.
  const addedAt = isEmail(method) ? now : (factorAddedAt ?? now)
  const since = now - addedAt < LINK_DAYS * 24 * HOUR ? addedAt : now
  const content = { kind: 'not-me' as const, jkt, hostOrigin, projectId, browser, place, since }
  const link = await createMailLink(service, db, userId, content)
  const notice = { kind: 'new-device' as const, hostOrigin, browser, place, link, days: LINK_DAYS }
  await enqueueNoticeTo(service, db, to, notice, caller.locale)
  return true
}

export type Login = {
  userId: string
  /** Thumbprint of the device's key. */
  jkt: string
  projectId: string
  /** The site that is connected by this login; the wallet's own origin for its account page. */
  hostOrigin: string
  method: LoginMethod
  /** When the identity or passkey was added to the account; left out for the e-mail address and for joins. */
  factorAddedAt?: number
  /** For a join: whether the window that approved it was in the device's network. */
  isNear?: boolean
  /** Who signs in, by `callerOf(call)`. */
  caller: Caller
}

/**
 * When the way to sign in was added to the account; null for a join.
 *
 * @throws AccountFrozenError when a freeze has suspended it
 */
async function requireFactor(db: Database, { userId, method, factorAddedAt }: Login): Promise<number | null> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Error('The account vanished while it was signed in to.')
  if (method === 'join') return null
  const addedAt = factorAddedAt ?? user.emailSince ?? user.createdAt
  if (user.frozenAt !== null && addedAt >= (user.frozenSince ?? user.frozenAt)) throw new AccountFrozenError()
  return addedAt
}

/**
 * What every way to sign in ends with, in the caller's transaction: the site is connected, the device is written down
 * and, where the account does not know it, told to the owner, and a session begins.
 *
 * @throws AccountFrozenError for a way to sign in that was added since a reported sign-in
 */
export async function completeLogin(
  service: ServiceContext,
  db: Database,
  login: Login,
): Promise<{ session: ActiveSession; tokens: Tokens }> {
  const { userId, jkt, projectId, hostOrigin, method, caller } = login
  const now = service.config.now()
  const factorAddedAt = await requireFactor(db, login)
  await db
    .insert(grants)
    .values({ userId, projectId, origin: hostOrigin, createdAt: now })
    .onConflictDoNothing()
  const isNew = await recordDevice(service, db, { ...login, factorAddedAt })
  const facts = {
    projectId,
    hostOrigin,
    method,
    browser: caller.browser,
    ...(isNew ? { device: 'new' } : {}),
  }
  const begun = await beginSession(service, db, {
    userId,
    jkt,
    projectId,
    method,
    hostOrigin,
    factorAddedAt,
  })
  // Last, for others of this account wait for its place in the log.
  await audit(db, { at: now, userId, kind: 'signed-in', facts })
  return begun
}
