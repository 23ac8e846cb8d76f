import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../db/Database.ts'
import { queryRows } from './queryRows.ts'

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
