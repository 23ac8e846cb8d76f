import { LastIdentityError } from '@latchkey/protocol/http'
import { count, eq, sql } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import type { Database } from '../../db/Database.ts'
import { identities, passkeys } from '../../db/identitySchema.ts'
import { users } from '../../db/schema.ts'

/**
 * Refuses to take the last way to sign in away: the e-mail address, social identities and passkeys count. The account
 * stays locked for the rest of the caller's transaction, so that two removals cannot overlook each other.
 *
 * @throws LastIdentityError
 */
export async function requireAnotherWayIn(db: Database, userId: string): Promise<void> {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for('update')
  const [social] = await db.select({ amount: count() }).from(identities).where(eq(identities.userId, userId))
  const [owned] = await db.select({ amount: count() }).from(passkeys).where(eq(passkeys.userId, userId))
  const ways = (user?.emailKey ? 1 : 0) + (social?.amount ?? 0) + (owned?.amount ?? 0)
  if (ways < 2) throw new LastIdentityError()
}

/** Holds the export for a day, in the caller's transaction: an owner who was shut out has time to notice. */
export async function holdExport(
  { config, limits }: ServiceContext,
  db: Database,
  userId: string,
): Promise<void> {
  const until = config.now() + limits.factorHold
  await db
    .update(users)
    .set({ exportHeldUntil: sql`greatest(coalesce(${users.exportHeldUntil}, 0), ${until}::bigint)` })
    .where(eq(users.id, userId))
}
