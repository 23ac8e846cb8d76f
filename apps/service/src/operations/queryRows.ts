import type { SQL } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../db/Database.ts'

const resultSchema = z.object({ rows: z.array(z.unknown()) })

/**
 * Runs one statement that the tables of the schema have no words for, and checks its rows.
 *
 * @throws ZodError when a row is of another form
 */
export async function queryRows<T>(db: Database, statement: SQL, row: z.ZodType<T>): Promise<T[]> {
  const { rows } = resultSchema.parse(await db.execute(statement))
  return z.array(row).parse(rows)
}
