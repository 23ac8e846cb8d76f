import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { startPostgres } from '@latchkey/testing/node'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import type { OpenDatabase } from '../db/Database.ts'
import { openDatabase, overEmbedded } from '../db/openDatabase.ts'
import { createPostgresDatabase } from './createPostgresDatabase.ts'

/** A PostgreSQL database without tables. */
export async function createEmptyPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const given = inject('postgres')
  if (given) return createPostgresDatabase(given.url)
  const server = await startPostgres()
  try {
    const { url } = await createPostgresDatabase(server.url)
    return { url, drop: server.stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** One with its tables, as far as the set-up of the run has made them. */
function createPostgresWithTables() {
  const given = inject('postgres')
  return given ? createPostgresDatabase(given.url, given.template) : createEmptyPostgres()
}

/** Whether the tests run over PostgreSQL (TEST_DATABASE=postgres) or the embedded database. */
export const overPostgres = (): boolean => process.env.TEST_DATABASE === 'postgres'

/** Hundreds of callers at once share ten connections: a slow machine serves them all, in its time. Milliseconds. */
const PATIENCE = 120_000

/**
 * An embedded database with its tables in an empty directory, or in memory. Made anew, it takes seconds.
 *
 * @param directory may be missing
 */
export async function openEmbeddedCopy(directory = 'memory://'): Promise<OpenDatabase> {
  const archive = inject('embeddedArchive')
  if (archive === undefined) return openDatabase({ directory })
  const loadDataDir = await openAsBlob(archive)
  // Half of the time to open a copy would go to 128 MB of buffers, which a test's few rows never fill.
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB']
  return overEmbedded(await PGlite.create(directory, { loadDataDir, startParams }))
}

/** One database with its tables, of the kind that TEST_DATABASE names: `pglite` (default) or `postgres`. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  if (!overPostgres()) return openEmbeddedCopy()
  const { url, drop } = await createPostgresWithTables()
  try {
    const database = await openDatabase(
      { url },
      { queryTimeout: PATIENCE, connectTimeout: PATIENCE, idleInTransaction: PATIENCE },
    )
    const close = async () => {
      await database.close()
      await drop()
    }
    return { ...database, close }
  } catch (error) {
    await drop()
    throw error
  }
}

/**
 * Leaves a database as `openTestDatabase` gives it, for the next test of a file: a new one takes a second or two of a
 * processor. Its numbers begin anew too; no migration brings rows.
 */
export async function emptyTables({ db }: Pick<OpenDatabase, 'db'>): Promise<void> {
  await db.execute(sql`do $$ begin
    execute (select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' restart identity cascade'
      from pg_tables where schemaname = 'public');
  end $$`)
}
