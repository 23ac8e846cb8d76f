import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { type EnvelopeKey, open } from '../crypto/envelope.ts'
import type { HashKeys } from '../crypto/hashKeys.ts'
import type { Database } from '../db/Database.ts'
import { deviceVerdicts } from '../db/identitySchema.ts'
import { loginFailures, users } from '../db/schema.ts'
import { emailKeysOf } from '../identity/users/adoptEmailKey.ts'
import { emailContext } from '../identity/users/users.ts'

const BATCH = 200

export type Rekeyed = {
  /** Rows that are known by the pepper in force from now on. */
  moved: number
  /** Rows that cannot be moved: known by no pepper that is set, sealed under an unknown key, or one of two. */
  unknown: number
}

type Keys = { recordKey: EnvelopeKey; hashKeys: HashKeys }
type User = { id: string; emailKey: string; emailSealed: string }

function openEmail(recordKey: EnvelopeKey, userId: string, sealed: string): string | null {
  try {
    return Buffer.from(open(recordKey, emailContext(userId), sealed)).toString('utf8')
  } catch {
    return null
  }
}

/** What was noted of the address goes along: guesses count on, devices stay known. */
async function moveUser(db: Database, user: User, emailKey: string): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const taken = sql`exists (select 1 from ${users} other where other.email_key = ${emailKey})`
    const moved = await transaction
      .update(users)
      .set({ emailKey })
      .where(and(eq(users.id, user.id), eq(users.emailKey, user.emailKey), sql`not ${taken}`))
      .returning({ id: users.id })
    if (!moved.length) return false
    await transaction.update(loginFailures).set({ emailKey }).where(eq(loginFailures.emailKey, user.emailKey))
    const known = transaction
      .select({ jkt: deviceVerdicts.jkt })
      .from(deviceVerdicts)
      .where(eq(deviceVerdicts.emailKey, emailKey))
    await transaction
      .delete(deviceVerdicts)
      .where(and(eq(deviceVerdicts.emailKey, user.emailKey), inArray(deviceVerdicts.jkt, known)))
    await transaction
      .update(deviceVerdicts)
      .set({ emailKey })
      .where(eq(deviceVerdicts.emailKey, user.emailKey))
    return true
  })
}

/**
 * Lets every account that an e-mail address signs in to be known by the pepper in force: the address is opened for a
 * moment, for a keyed hash cannot be turned into another. It may be stopped and started again while the service runs.
 */
export async function rekeyUsers(db: Database, keys: Keys, signal?: AbortSignal): Promise<Rekeyed> {
  const result = { moved: 0, unknown: 0 }
  if (keys.hashKeys.others.length === 0) return result
  let last = ''
  for (;;) {
    signal?.throwIfAborted()
    const rows = await db
      .select({ id: users.id, emailKey: users.emailKey, emailSealed: users.emailSealed })
      .from(users)
      .where(and(gt(users.id, last), isNotNull(users.emailKey), isNotNull(users.emailSealed)))
      .orderBy(asc(users.id))
      .limit(BATCH)
    for (const { id, emailKey, emailSealed } of rows) {
      if (emailKey === null || emailSealed === null) continue
      const email = openEmail(keys.recordKey, id, emailSealed)
      if (email === null) {
        result.unknown += 1
        continue
      }
      const [current, ...others] = emailKeysOf(keys, email)
      if (emailKey === current) continue
      const isOther = others.includes(emailKey)
      if (isOther && (await moveUser(db, { id, emailKey, emailSealed }, current))) result.moved += 1
      else result.unknown += 1
    }
    last = rows.at(-1)?.id ?? ''
    if (rows.length < BATCH) return result
  }
}
