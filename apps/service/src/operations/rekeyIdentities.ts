import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { EnvelopeKey } from '../crypto/envelope.ts'
import type { HashKeys } from '../crypto/hashKeys.ts'
import type { Database } from '../db/Database.ts'
import { identities } from '../db/identitySchema.ts'
import { type IdentitySubject, openSubject, subjectKeysOf } from '../identity/users/identitySubject.ts'
import type { Rekeyed } from './rekeyUsers.ts'

const BATCH = 200

type Keys = { recordKey: EnvelopeKey; hashKeys: HashKeys }
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
