import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { type EnvelopeKey, open } from '../crypto/envelope.ts'
import type { HashKeys } from '../crypto/serviceKeys.ts'
import type { Database } from '../db/Database.ts'
import { identities } from '../db/identitySchema.ts'
import { users } from '../db/schema.ts'
import { type IdentitySubject, openSubject, subjectKeysOf } from '../identity/users/identitySubject.ts'
import { emailContext, emailKeysOf, moveNotes } from '../identity/users/users.ts'

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

async function moveUser(db: Database, user: User, emailKey: string): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const taken = sql`exists (select 1 from ${users} other where other.email_key = ${emailKey})`
    const moved = await transaction
      .update(users)
      .set({ emailKey })
      .where(and(eq(users.id, user.id), eq(users.emailKey, user.emailKey), sql`not ${taken}`))
      .returning({ id: users.id })
    if (!moved.length) return false
    await moveNotes(transaction, user.emailKey, emailKey)
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

/** Accounts that are looked at; ids are random, so the first are as good as any. */
const SAMPLE = 200

/**
 * Looks at some accounts: which of them are known by no pepper that is set. Whose address does not open is left out.
 *
 * @returns how many addresses were opened, and how many of those accounts nobody finds by them
 */
export async function sampleUsers(db: Database, keys: Keys): Promise<{ opened: number; lost: number }> {
  const rows = await db
    .select({ id: users.id, emailKey: users.emailKey, emailSealed: users.emailSealed })
    .from(users)
    .where(and(isNotNull(users.emailKey), isNotNull(users.emailSealed)))
    .orderBy(asc(users.id))
    .limit(SAMPLE)
  const found = rows.flatMap(({ id, emailKey, emailSealed }) => {
    const email = openEmail(keys.recordKey, id, emailSealed ?? '')
    return email === null ? [] : [emailKeysOf(keys, email).some((key) => key === emailKey)]
  })
  return { opened: found.length, lost: found.filter((isFound) => !isFound).length }
}

type Row = Pick<typeof identities.$inferSelect, 'id' | 'userId' | 'subjectKey' | 'subjectSealed'>

/** Null for an identity that was added before subjects were kept, or is sealed under a key that is not set. */
function readSubject({ recordKey }: Keys, { id, userId, subjectSealed }: Row): IdentitySubject | null {
  try {
    return subjectSealed === null ? null : openSubject(recordKey, { id, userId }, subjectSealed)
  } catch {
    return null
  }
}

async function moveIdentity(db: Database, { id, subjectKey }: Row, current: string): Promise<boolean> {
  const taken = sql`exists (select 1 from ${identities} other where other.subject_key = ${current})`
  const moved = await db
    .update(identities)
    .set({ subjectKey: current })
    .where(and(eq(identities.id, id), eq(identities.subjectKey, subjectKey), sql`not ${taken}`))
    .returning({ id: identities.id })
  return moved.length > 0
}

/** As `rekeyUsers`, for social identities: issuer and subject are opened for a moment. */
export async function rekeyIdentities(db: Database, keys: Keys, signal?: AbortSignal): Promise<Rekeyed> {
  const result = { moved: 0, unknown: 0 }
  if (keys.hashKeys.others.length === 0) return result
  let last = ''
  for (;;) {
    signal?.throwIfAborted()
    const { id, userId, subjectKey, subjectSealed } = identities
    const rows = await db
      .select({ id, userId, subjectKey, subjectSealed })
      .from(identities)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(BATCH)
    for (const row of rows) {
      const subject = readSubject(keys, row)
      const [current, ...others] = subject ? subjectKeysOf(keys.hashKeys, subject) : ['']
      if (row.subjectKey === current) continue
      const isOther = others.includes(row.subjectKey)
      if (isOther && (await moveIdentity(db, row, current))) result.moved += 1
      else result.unknown += 1
    }
    last = rows.at(-1)?.id ?? ''
    if (rows.length < BATCH) return result
  }
}
