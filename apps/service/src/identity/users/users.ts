import { LastIdentityError } from '@latchkey/protocol/http'
import { and, count, eq, inArray, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { keyedHash, randomId, sha256 } from '../../crypto/bytes.ts'
import { open, seal } from '../../crypto/envelope.ts'
import type { Database } from '../../db/Database.ts'
import { deviceVerdicts, identities, passkeys } from '../../db/identitySchema.ts'
import { rewrapStored } from '../../db/rewrapStored.ts'
import { loginFailures, users } from '../../db/schema.ts'
import { accountText } from '../../mail/normalizeEmail.ts'

/** What an address is known by under the pepper in force, then under the others. */
export function emailKeysOf(
  { hashKeys }: Pick<ServiceContext, 'hashKeys'>,
  email: string,
): [string, ...string[]] {
  const text = accountText(email)
  return [keyedHash(hashKeys.email, text), ...hashKeys.others.map(({ email: key }) => keyedHash(key, text))]
}

/**
 * Finds the account of a proven address that is still known by another pepper, and lets it be known by the one in force.
 * Without other peppers it does nothing.
 *
 * @param db the transaction that signs in. Processes with another order of the same peppers wait for each other in it,
 *   or one address could get two accounts.
 */
export async function adoptEmailKey(
  service: Pick<ServiceContext, 'hashKeys'>,
  db: Database,
  email: string,
): Promise<void> {
  const [current, ...others] = emailKeysOf(service, email)
  if (others.length === 0) return
  const lock = Buffer.from(sha256([current, ...others].sort().join()), 'base64url').readBigInt64BE()
  await db.execute(sql`select pg_advisory_xact_lock(${lock.toString()}::bigint)`)
  const known = alias(users, 'known')
  const adopted = await db
    .update(users)
    .set({ emailKey: current })
    .where(
      and(
        inArray(users.emailKey, others),
        notExists(db.select({ id: known.id }).from(known).where(eq(known.emailKey, current))),
      ),
    )
    .returning({ id: users.id })
  if (!adopted.length) return
  for (const other of others) await moveNotes(db, other, current)
}

/** What was noted of an address goes along with its account: guesses count on, devices stay known or refused. */
export async function moveNotes(db: Database, from: string, to: string): Promise<void> {
  await db.update(loginFailures).set({ emailKey: to }).where(eq(loginFailures.emailKey, from))
  const { emailKey, jkt } = deviceVerdicts
  const known = db.select({ jkt }).from(deviceVerdicts).where(eq(emailKey, to))
  await db.delete(deviceVerdicts).where(and(eq(emailKey, from), inArray(jkt, known)))
  await db.update(deviceVerdicts).set({ emailKey: to }).where(eq(emailKey, from))
}

/** What an account's sealed address is bound to. */
export const emailContext = (userId: string) => `v1|email|${userId}`

/**
 * Finds the account of a proven address, or makes it. It is known by the pepper in force, whichever the address was asked
 * for under: a question to the mailbox may be older than the pepper.
 */
export async function findOrCreateUser(
  service: ServiceContext,
  db: Database,
  email: string,
): Promise<string> {
  await adoptEmailKey(service, db, email)
  const [emailKey] = emailKeysOf(service, email)
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

type Labelled = Pick<typeof identities.$inferSelect, 'id' | 'userId' | 'labelSealed'>

const labelContext = (userId: string, identityId: string) => `v1|identity-label|${userId}|${identityId}`

/** What the network calls the person, opened; null when it told none. */
export function openLabel(service: ServiceContext, { id, userId, labelSealed }: Labelled): string | null {
  if (labelSealed === null) return null
  return Buffer.from(open(service.recordKey, labelContext(userId, id), labelSealed)).toString('utf8')
}

/** Seals what the network calls the person: at most 64 characters. */
export const sealLabel = (
  service: ServiceContext,
  { id, userId }: Pick<Labelled, 'id' | 'userId'>,
  label: string,
): string =>
  seal(service.recordKey, labelContext(userId, id), Buffer.from(Array.from(label).slice(0, 64).join('')))

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
