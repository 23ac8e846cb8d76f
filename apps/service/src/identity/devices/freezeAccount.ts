import { and, asc, eq, gte, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { audit } from '../../db/audit.ts'
import type { Database } from '../../db/Database.ts'
import { emailChanges, identities, mailLinks, passkeys } from '../../db/identitySchema.ts'
import { accessTokens, sessions, users, wallets } from '../../db/schema.ts'
import { endEmailSharing } from '../users/emailSharing.ts'
import { accountLink, enqueueNotice } from '../users/enqueueNotice.ts'
import { emailKeysOf, sealEmail } from '../users/users.ts'
import { openLink } from './mailLinks.ts'

export type Restoration = {
  userId: string
  /** The address that was replaced. */
  email: string
  /** Whether it signed in, or was only where notices went. */
  signsIn: boolean
  /** Since when it had signed in; undefined: since the account was there. */
  addedAt?: number | undefined
  /** When it was replaced, ms since the epoch. */
  since: number
}

/**
 * Frees an address from an account that its owner opened by signing in with it after it was replaced. One with a
 * wallet, or with another way in, is left alone.
 *
 * @returns whether the address is free
 */
async function freeAddress(db: Database, emailKeys: readonly string[], userId: string): Promise<boolean> {
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.emailKey, [...emailKeys]), ne(users.id, userId)))
  if (!other) return true
  for (const table of [wallets, identities, passkeys]) {
    const [owned] = await db.select({ id: table.id }).from(table).where(eq(table.userId, other.id)).limit(1)
    if (owned) return false
  }
  await db.delete(users).where(eq(users.id, other.id))
  return true
}

/**
 * Puts a replaced address back, in the caller's transaction. Whoever replaced it may have gone on to a third address:
 * the links of those changes end as well.
 *
 * @returns false when the address signs in to another wallet by now; then nobody signs in to this account by e-mail
 */
export async function restoreEmail(
  service: ServiceContext,
  db: Database,
  { userId, email, signsIn, addedAt, since }: Restoration,
): Promise<boolean> {
  const now = service.config.now()
  const emailKeys = emailKeysOf(service, email)
  const isFree = !signsIn || (await freeAddress(db, emailKeys, userId))
  await db
    .update(users)
    .set({
      emailKey: signsIn && isFree ? emailKeys[0] : null,
      emailSealed: sealEmail(service, userId, email),
      emailSince: addedAt ?? null,
    })
    .where(eq(users.id, userId))
  await endEmailSharing(db, userId)
  await db.delete(emailChanges).where(eq(emailChanges.userId, userId))
  await db.delete(mailLinks).where(and(revertsOf(userId), gte(mailLinks.createdAt, since)))
  await audit(db, { at: now, userId, kind: 'email-reverted' })
  return isFree
}

/** Links of replaced addresses that nobody has used. */
const revertsOf = (userId: string) =>
  and(eq(mailLinks.userId, userId), eq(mailLinks.kind, 'revert-email'), isNull(mailLinks.usedAt))

/** Reverts e-mail changes since the reported sign-in: the previous address signs in again. */
async function restoreSince(
  service: ServiceContext,
  db: Database,
  { userId, since }: { userId: string; since: number },
): Promise<void> {
  const [first] = await db
    .select()
    .from(mailLinks)
    .where(and(revertsOf(userId), gte(mailLinks.createdAt, since)))
    .orderBy(asc(mailLinks.createdAt))
    .limit(1)
  if (!first) return
  const { content, createdAt } = openLink(service, first)
  if (content.kind === 'revert-email')
    await restoreEmail(service, db, { ...content, userId, since: createdAt })
}

export type Report = {
  userId: string
  projectId: string
  locale: string | undefined
  /** When the reported sign-in was, ms since the epoch. */
  since: number
}

/**
 * Freezes an account after its owner's report, in the caller's transaction, and tells the owner how to lift it. All its
 * sessions end, and what was added since the reported sign-in is suspended: identities, passkeys and ways to recover
 * do nothing while the account is frozen, and an address that was changed is as it was before.
 */
export async function freezeAndTell(service: ServiceContext, db: Database, report: Report): Promise<void> {
  const { userId, projectId, locale } = report
  const now = service.config.now()
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for('update')
  // With what the account was made one can always lift it.
  const since = Math.max(report.since, (user?.createdAt ?? 0) + 1)
  await restoreSince(service, db, { userId, since })
  await db
    .update(users)
    .set({
      frozenAt: sql`coalesce(${users.frozenAt}, ${now}::bigint)`,
      frozenSince: sql`least(${users.frozenSince}, ${since}::bigint)`,
    })
    .where(eq(users.id, userId))
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  for (const { id } of ended) await db.delete(accessTokens).where(eq(accessTokens.sessionId, id))
  await audit(db, { at: now, userId, kind: 'account-frozen' })
  const notice = { kind: 'frozen' as const, link: accountLink(service, projectId) }
  await enqueueNotice(service, db, userId, notice, locale)
}
