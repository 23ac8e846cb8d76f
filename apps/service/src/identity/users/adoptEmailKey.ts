import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { keyedHash, sha256 } from '../../crypto/bytes.ts'
import type { Database } from '../../db/Database.ts'
import { users } from '../../db/schema.ts'
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
  await db
    .update(users)
    .set({ emailKey: current })
    .where(
      and(
        inArray(users.emailKey, others),
        notExists(db.select({ id: known.id }).from(known).where(eq(known.emailKey, current))),
      ),
    )
}
