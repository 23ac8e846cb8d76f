import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import type { Database } from './Database.ts'

export type OpenDatabase = {
  db: Database
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Any number that no other program takes; it keeps two starting processes from migrating at once. */
const MIGRATION_LOCK = 4_120_777_031

/** The migrations lie beside the sources and beside the bundle: the first folder upwards that has them. */
function findMigrations(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const candidate = join(folder, 'drizzle')
    if (existsSync(join(candidate, 'meta', '_journal.json'))) return candidate
    const parent = dirname(folder)
    if (parent === folder) throw new Error('The migrations (folder drizzle) are missing.')
    folder = parent
  }
}

async function openEmbedded(directory: string): Promise<OpenDatabase> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  if (!directory.includes('://')) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const client = await PGlite.create(directory)
  const db = drizzle(client)
  await migrate(db, { migrationsFolder: findMigrations() })
  return {
    db,
    ping: async () => void (await client.query('select 1')),
    close: async () => {
      if (!client.closed) await client.close()
    },
  }
}

async function openPostgres(url: string): Promise<OpenDatabase> {
  const { Pool } = (await import('pg')).default
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const { migrate } = await import('drizzle-orm/node-postgres/migrator')
  const pool = new Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 })
  // A broken idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  try {
    const client = await pool.connect()
    try {
      const single = drizzle(client)
      await single.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
      await migrate(single, { migrationsFolder: findMigrations() })
      await single.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`)
      client.release()
    } catch (error) {
      // Closing the connection frees the lock as well.
      client.release(true)
      throw error
    }
  } catch (error) {
    await pool.end()
    throw error
  }
  const db = drizzle(pool)
  return {
    db,
    ping: async () => void (await pool.query('select 1')),
    close: async () => {
      if (!pool.ended) await pool.end()
    },
  }
}

/**
 * Opens the database and brings its tables up to date, one process at a time.
 *
 * @param database PostgreSQL by URL, or the embedded one in a directory
 */
export function openDatabase(database: { url: string } | { directory: string }): Promise<OpenDatabase> {
  return 'url' in database ? openPostgres(database.url) : openEmbedded(database.directory)
}
