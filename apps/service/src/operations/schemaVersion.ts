import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import * as z from 'zod'
import type { Database } from '../db/Database.ts'
import { migrationsFolder } from '../db/migrationsFolder.ts'

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

export const schemaVersionSchema = z.strictObject({
  /** How many migrations have made the tables. */
  migrations: z.int().min(0),
  /** SHA-256 over the hashes of all of them, hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})

/** Which tables a database has, or a version of the service works with. */
export type SchemaVersion = z.output<typeof schemaVersionSchema>

const versionOf = (hashes: readonly string[]): SchemaVersion => ({
  migrations: hashes.length,
  hash: createHash('sha256').update(hashes.join('\n')).digest('hex'),
})

/** The version that this service works with. */
export const ownSchemaVersion = (): SchemaVersion =>
  versionOf(readMigrationFiles({ migrationsFolder: migrationsFolder() }).map(({ hash }) => hash))

/** The version of a database; no migrations when there is none of ours in it. */
export async function readSchemaVersion(db: Database): Promise<SchemaVersion> {
  const [known] = await queryRows(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "isKnown"`,
    z.object({ isKnown: z.boolean() }),
  )
  if (!known?.isKnown) return versionOf([])
  const applied = await queryRows(
    db,
    sql`select hash from drizzle.__drizzle_migrations order by created_at, id`,
    z.object({ hash: z.string() }),
  )
  return versionOf(applied.map(({ hash }) => hash))
}

export const isSameVersion = (one: SchemaVersion, other: SchemaVersion): boolean => one.hash === other.hash
