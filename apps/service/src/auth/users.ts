import { eq } from 'drizzle-orm'
import { randomId } from '../crypto/bytes.ts'
import { open, seal } from '../crypto/envelope.ts'
import type { Database } from '../db/Database.ts'
import { users } from '../db/schema.ts'
import type { ServiceContext } from '../ServiceContext.ts'

const emailContext = (userId: string) => `v1|email|${userId}`

/** Finds the account of a proven address, or makes it. */
export async function findOrCreateUser(
  service: ServiceContext,
  db: Database,
  { emailKey, email }: { emailKey: string; email: string },
): Promise<string> {
  const id = randomId()
  const emailSealed = seal(service.recordKey, emailContext(id), Buffer.from(email))
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

/** The address of an account, opened. */
export async function readEmail(service: ServiceContext, userId: string): Promise<string> {
  const [row] = await service.db.select({ sealed: users.emailSealed }).from(users).where(eq(users.id, userId))
  if (!row) throw new Error('The session belongs to no account.')
  return Buffer.from(open(service.recordKey, emailContext(userId), row.sealed)).toString('utf8')
}
