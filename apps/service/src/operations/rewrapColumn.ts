import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type EnvelopeKey, rewrap } from '../crypto/envelope.ts'
import type { Database } from '../db/Database.ts'
import { queryRows } from './schemaVersion.ts'

export type SealedColumn = {
  table: string
  column: string
  /** The table's primary key, in order. */
  key: string[]
}

const row = z.object({ table: z.string(), column: z.string(), key: z.array(z.string()).min(1) })

/**
 * Finds every column that holds sealed records: text whose name ends in `_sealed`. The database is asked and no list is
 * kept, so that a column of tomorrow cannot be forgotten.
 */
export function findSealedColumns(db: Database): Promise<SealedColumn[]> {
  return queryRows(
    db,
    sql`select c.table_name as "table", c.column_name as "column",
      (select json_agg(k.column_name order by k.ordinal_position) from information_schema.table_constraints t
        join information_schema.key_column_usage k using (constraint_schema, constraint_name, table_name)
        where t.constraint_type = 'PRIMARY KEY' and t.table_schema = 'public' and t.table_name = c.table_name) as "key"
    from information_schema.columns c
    where c.table_schema = 'public' and c.data_type = 'text' and c.column_name like '%\\_sealed'
    order by 1, 2`,
    row,
  )
}

/** Rows that are read at once; each is written by a statement of its own, so no lock is held for long. */
const BATCH = 200

const rowSchema = z.object({ key: z.array(z.string()).min(1), sealed: z.string() })
type Row = z.output<typeof rowSchema>

const names = (columns: readonly string[]): SQL =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
const values = (key: readonly string[]): SQL =>
  sql.join(
    key.map((value) => sql`${value}`),
    sql`, `,
  )

/** Rows after `last` whose record is under one of these keys. */
function readBatch(db: Database, { table, column, key }: SealedColumn, ids: string[], last: string[] | null) {
  const isOther = sql`split_part(${sql.identifier(column)}, '.', 2) in (${values(ids)})`
  const isLater = last ? sql` and (${names(key)}) > (${values(last)})` : sql``
  return queryRows(
    db,
    sql`select json_build_array(${names(key)}) as key, ${sql.identifier(column)} as sealed from ${sql.identifier(table)}
      where ${isOther}${isLater} order by ${names(key)} limit ${BATCH}`,
    rowSchema,
  )
}

/** Writes only over what was read: a row that somebody else wrote meanwhile is under the current key by that. */
async function writeRow(db: Database, { table, column, key }: SealedColumn, row: Row, sealed: string) {
  const name = sql.identifier(column)
  const changed = await queryRows(
    db,
    sql`update ${sql.identifier(table)} set ${name} = ${sealed}
      where (${names(key)}) = (${values(row.key)}) and ${name} = ${row.sealed} returning 1 as one`,
    z.unknown(),
  )
  return changed.length
}

/**
 * Puts every record of a column that is under one of the other keys under its current key, in batches. It may be
 * stopped at any time and started again, and any number of processes may run it while the service runs.
 *
 * @param keys the keys that records of this database may be under, each with its others
 * @returns how many records were written
 */
export async function rewrapColumn(
  db: Database,
  target: SealedColumn,
  keys: readonly EnvelopeKey[],
  signal?: AbortSignal,
): Promise<number> {
  const byOther = new Map(keys.flatMap((key) => (key.others ?? []).map(({ id }) => [id, key] as const)))
  if (byOther.size === 0) return 0
  let written = 0
  let last: string[] | null = null
  for (;;) {
    signal?.throwIfAborted()
    const rows: Row[] = await readBatch(db, target, [...byOther.keys()], last)
    for (const row of rows) {
      const key = byOther.get(row.sealed.split('.')[1] ?? '')
      const sealed = key && rewrap(key, row.sealed)
      if (sealed) written += await writeRow(db, target, row, sealed)
    }
    last = rows.at(-1)?.key ?? null
    if (rows.length < BATCH) return written
  }
}
