import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../db/Database.ts'
import { queryRows } from './queryRows.ts'
import type { SealedColumn } from './sealedColumns.ts'

const rowSchema = z.object({ keyId: z.string(), count: z.coerce.number() })

export type SealedCount = { table: string; column: string; keyId: string; count: number }

/** Counts the records of each column by the key they are under. */
export async function countSealed(db: Database, columns: readonly SealedColumn[]): Promise<SealedCount[]> {
  const counts: SealedCount[] = []
  for (const { table, column } of columns) {
    const name = sql.identifier(column)
    const rows = await queryRows(
      db,
      sql`select split_part(${name}, '.', 2) as "keyId", count(*) as count from ${sql.identifier(table)}
        where ${name} is not null group by 1 order by 1`,
      rowSchema,
    )
    counts.push(...rows.map((row) => ({ table, column, ...row })))
  }
  return counts
}
