import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import type { Database } from './Database.ts'
import { listenPostgres } from './listenPostgres.ts'

export type OpenDatabase = {
  db: Database
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  /**
   * Hears what `pg_notify` says on a channel, in this process and in others.
   *
   * @param onGap the connection was lost for a while: something may have been missed
   * @returns ends it
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap: () => void,
  ): Promise<() => Promise<void>>
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

/** Over an embedded database that is open already, with its tables brought up to date. Closing it closes the client. */
export async function overEmbedded(client: PGlite): Promise<OpenDatabase> {
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const db = drizzle(client)
  await migrate(db, { migrationsFolder: findMigrations() })
  return {
    db,
    ping: async () => void (await client.query('select 1')),
    listen: (channel, onPayload) => client.listen(channel, onPayload),
    close: async () => {
      if (!client.closed) await client.close()
    },
  }
}

async function openEmbedded(directory: string): Promise<OpenDatabase> {
  const { PGlite } = await import('@electric-sql/pglite')
  if (!directory.includes('://')) mkdirSync(directory, { recursive: true, mode: 0o700 })
  return overEmbedded(await PGlite.create(directory))
}

/** One process at a time; a long migration, or the wait for another process, has no time-out. */
async function migratePostgres(url: string, connectTimeout: number): Promise<void> {
  const { Client } = (await import('pg')).default
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const { migrate } = await import('drizzle-orm/node-postgres/migrator')
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeout })
  await client.connect()
  try {
    const single = drizzle(client)
    await single.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await migrate(single, { migrationsFolder: findMigrations() })
  } finally {
    // Closing the connection frees the lock as well.
    await client.end()
  }
}

async function openPostgres(
  url: string,
  queryTimeout: number,
  connectTimeout: number,
): Promise<OpenDatabase> {
  const { Pool } = (await import('pg')).default
  const { drizzle } = await import('drizzle-orm/node-postgres')
  await migratePostgres(url, connectTimeout)
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: connectTimeout,
    // The server gives up first; the second limit is for a server that is not there any more.
    statement_timeout: queryTimeout,
    query_timeout: queryTimeout + 1_000,
  })
  // A broken idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  const db = drizzle(pool)
  return {
    db,
    ping: async () => void (await pool.query('select 1')),
    listen: (channel, onPayload, onGap) => listenPostgres({ url, channel, onPayload, onGap }),
    close: async () => {
      if (!pool.ended) await pool.end()
    },
  }
}

/**
 * Opens the database and brings its tables up to date, one process at a time.
 *
 * @param database PostgreSQL by URL, or the embedded one in a directory
 * @param queryTimeout ms that one statement may take on PostgreSQL
 * @param connectTimeout ms that a statement may wait for a connection to it
 */
export function openDatabase(
  database: { url: string } | { directory: string },
  queryTimeout = 10_000,
  connectTimeout = 5_000,
): Promise<OpenDatabase> {
  return 'url' in database
    ? openPostgres(database.url, queryTimeout, connectTimeout)
    : openEmbedded(database.directory)
}
