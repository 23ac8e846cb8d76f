import { and, eq, gte, inArray, isNull, ne } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { audit } from '../../db/audit.ts'
import type { Database } from '../../db/Database.ts'
import { emailChanges, identities, mailLinks, passkeys } from '../../db/identitySchema.ts'
import { users, wallets } from '../../db/schema.ts'
import { emailKeysOf } from '../users/adoptEmailKey.ts'
import { sealEmail } from '../users/users.ts'

export type Restoration = {
  userId: string
  /** The address that was replaced. */
  email: string
  /** Whether it signed in, or was only where notices went. */
  signsIn: boolean
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
  { userId, email, signsIn, since }: Restoration,
): Promise<boolean> {
  const now = service.config.now()
  const emailKeys = emailKeysOf(service, email)
  const isFree = !signsIn || (await freeAddress(db, emailKeys, userId))
  await db
    .update(users)
    .set({
      emailKey: signsIn && isFree ? emailKeys[0] : null,
      emailSealed: sealEmail(service, userId, email),
    })
    .where(eq(users.id, userId))
  await db.delete(emailChanges).where(eq(emailChanges.userId, userId))
  await db
    .delete(mailLinks)
    .where(
      and(
        eq(mailLinks.userId, userId),
        eq(mailLinks.kind, 'revert-email'),
        isNull(mailLinks.usedAt),
        gte(mailLinks.createdAt, since),
      ),
    )
  await audit(db, { at: now, userId, kind: 'email-reverted' })
  return isFree
}
