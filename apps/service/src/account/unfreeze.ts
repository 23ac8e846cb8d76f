import { AccountFrozenError, type unfreeze as route } from '@latchkey/protocol/http'
import { and, eq, gte, inArray, isNotNull, isNull, lt, ne, notInArray, or } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import type { Database } from '../db/Database.ts'
import { devices, emailChanges, identities, joins, passkeys, socialFlows } from '../db/identitySchema.ts'
import { keysets, users, wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { callerOf } from '../identity/devices/callerOf.ts'
import { endEmailSharing } from '../identity/users/emailSharing.ts'
import { accountLink, enqueueNotice } from '../identity/users/enqueueNotice.ts'
import { endOtherSessions, requireStrongLogin } from '../identity/users/freeze.ts'
import type { ActiveSession } from '../sessions/sessions.ts'

/**
 * Everything that another device could still go on with: sessions, shares, and what it has begun. Of a protected wallet
 * the devices that were there before the reported sign-in keep their shares: nobody could bring it back to them.
 */
async function forgetOtherDevices(
  service: ServiceContext,
  db: Database,
  session: ActiveSession,
  { since, isProtected }: { since: number; isProtected: boolean },
): Promise<void> {
  const { userId, jkt } = session
  await endOtherSessions(service, db, session)
  const ofUser = and(eq(devices.userId, userId), ne(devices.jkt, jkt))
  const gone = await db
    .delete(devices)
    .where(isProtected ? and(ofUser, gte(devices.firstSeenAt, since)) : ofUser)
    .returning({ jkt: devices.jkt })
  const young = or(
    gte(keysets.createdAt, since),
    inArray(
      keysets.jkt,
      gone.map((device) => device.jkt),
    ),
  )
  const ofOthers = or(isNull(keysets.jkt), ne(keysets.jkt, jkt))
  const shares = and(eq(keysets.userId, userId), eq(keysets.kind, 'device'), ofOthers)
  await db.delete(keysets).where(isProtected ? and(shares, young) : shares)
  await db.delete(emailChanges).where(and(eq(emailChanges.userId, userId), ne(emailChanges.jkt, jkt)))
  await db.delete(socialFlows).where(and(eq(socialFlows.userId, userId), ne(socialFlows.jkt, jkt)))
  await db.delete(joins).where(and(eq(joins.userId, userId), isNull(joins.usedAt)))
}

const waysOf = (userId: string) => and(eq(keysets.userId, userId), inArray(keysets.kind, ['passkey', 'code']))

/** Whether a device's share or a proven way to recover that is older than the reported sign-in opens the wallet. */
async function isOpenedWithout(db: Database, userId: string, since: number): Promise<boolean> {
  const shares = and(eq(keysets.userId, userId), eq(keysets.kind, 'device'))
  const older = and(waysOf(userId), isNotNull(keysets.provenAt), lt(keysets.createdAt, since))
  const left = await db.select({ id: keysets.id }).from(keysets).where(or(shares, older)).limit(1)
  return left.length > 0
}

/**
 * Ways to sign in and to recover that were added since the reported sign-in. Of a protected wallet that nothing else opens
 * the proven ones stay: whoever made them had the wallet already, and without them nobody would have it again.
 */
async function forgetAdded(
  db: Database,
  userId: string,
  { since, isProtected }: { since: number; isProtected: boolean },
): Promise<void> {
  const kept = db
    .select({ id: keysets.methodId })
    .from(keysets)
    .where(and(waysOf(userId), isNotNull(keysets.provenAt), isNotNull(keysets.methodId)))
  const mustStay = isProtected && !(await isOpenedWithout(db, userId, since))
  await db.delete(identities).where(and(eq(identities.userId, userId), gte(identities.createdAt, since)))
  const young = and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since))
  await db.delete(passkeys).where(mustStay ? and(young, notInArray(passkeys.id, kept)) : young)
  const ways = and(waysOf(userId), gte(keysets.createdAt, since))
  await db.delete(keysets).where(mustStay ? and(ways, isNull(keysets.provenAt)) : ways)
  // An address in the place of none: there was nothing to put back. So too one for notices that a network brought.
  await db
    .update(users)
    .set({ emailKey: null, emailSealed: null, emailSince: null })
    .where(and(eq(users.id, userId), gte(users.emailSince, since)))
  await endEmailSharing(db, userId)
}

/**
 * Lifts a freeze, for a way to sign in alone that is older than the reported sign-in. Whoever was reported is out before
 * anything is released again, with all that was added since.
 *
 * @throws FreshLoginRequiredError; AccountFrozenError for a younger way to sign in
 */
export async function unfreeze(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const session = sessionOf(call)
  requireStrongLogin(service, session)
  const { userId, factorAddedAt } = session
  await service.db.transaction(async (transaction) => {
    // In the order in which other changes lock: the wallet, then the account.
    const ofUser = eq(wallets.userId, userId)
    const [wallet] = await transaction.select().from(wallets).where(ofUser).for('update')
    const [user] = await transaction.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user || user.frozenAt === null) return
    const since = user.frozenSince ?? user.frozenAt
    if (factorAddedAt === null || factorAddedAt >= since) throw new AccountFrozenError()
    await transaction.update(users).set({ frozenAt: null, frozenSince: null }).where(eq(users.id, userId))
    const isProtected = wallet?.tier === 'protected'
    await forgetOtherDevices(service, transaction, session, { since, isProtected })
    await forgetAdded(transaction, userId, { since, isProtected })
    await audit(transaction, { at: service.config.now(), userId, kind: 'account-unfrozen' })
    const notice = { kind: 'unfrozen' as const, link: accountLink(service, session.projectId) }
    await enqueueNotice(service, transaction, userId, notice, callerOf(call).locale)
  })
  return {}
}
