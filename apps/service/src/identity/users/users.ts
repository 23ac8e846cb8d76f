import { eq } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { randomId } from '../../crypto/bytes.ts'
import { open, seal } from '../../crypto/envelope.ts'
import type { Database } from '../../db/Database.ts'
import { rewrapStored } from '../../db/rewrapStored.ts'
import { users } from '../../db/schema.ts'
import { adoptEmailKey } from './adoptEmailKey.ts'

/** What an account's sealed address is bound to. */
export const emailContext = (userId: string) => `v1|email|${userId}`

/** Finds the account of a proven address, or makes it. */
export async function findOrCreateUser(
  service: ServiceContext,
  db: Database,
  { emailKey, email }: { emailKey: string; email: string },
): Promise<string> {
  await adoptEmailKey(service, db, email)
  const id = randomId()
  const emailSealed = sealEmail(service, id, email)
  const [created] = await db
    .insert(users)
    .values({ id, emailKey, emailSealed, createdAt: service.config.now() })
    .onConflictDoNothing({ target: users.emailKey })
    .returning({ id: users.id })
  if (created) return created.id
  const [existing] = await db.select({ id: users.id }).from(users).where(eq(users.emailKey, emailKey))
  if (!existing) throw new Error('The account vanished while it was looked up.')
  return existing.id
}

/** The address of an account, opened; null when it has none. */
export async function readEmail(service: ServiceContext, userId: string): Promise<string | null> {
  const [row] = await service.db.select({ sealed: users.emailSealed }).from(users).where(eq(users.id, userId))
  if (!row) throw new Error('The session belongs to no account.')
  if (row.sealed === null) return null
  const email = Buffer.from(open(service.recordKey, emailContext(userId), row.sealed)).toString('utf8')
  const record = { id: users.id, idValue: userId, column: users.emailSealed, sealed: row.sealed }
  await rewrapStored(service.db, service.recordKey, record)
  return email
}

/** Seals the address of an account for its row. */
export const sealEmail = (service: ServiceContext, userId: string, email: string): string =>
  seal(service.recordKey, emailContext(userId), Buffer.from(email))
