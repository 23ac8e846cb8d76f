import { and, eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type EnvelopeKey, rewrap } from '../crypto/envelope.ts'
import type { Database } from './Database.ts'

export type StoredRecord = {
  /** Primary key of the row, and its value. */
  id: PgColumn
  idValue: string
  /** The column that holds the record, and what was read from it. */
  column: PgColumn
  sealed: string
}

/**
 * Puts a record that was just read under the current key-encryption key, unless it is already, or has changed since.
 *
 * @throws EnvelopeError when it is sealed under a key that is not in force
 */
export async function rewrapStored(db: Database, key: EnvelopeKey, record: StoredRecord): Promise<void> {
  const { id, idValue, column, sealed } = record
  const current = rewrap(key, sealed)
  if (current === null) return
  const name = Object.entries(column.table).find(([, candidate]) => candidate === column)?.[0]
  if (name === undefined) throw new Error(`The table has no column ${column.name}.`)
  await db
    .update(column.table)
    .set({ [name]: current })
    .where(and(eq(id, idValue), eq(column, sealed)))
}
