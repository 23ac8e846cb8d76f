import { mkdirSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import type { DatabaseOptions, OpenDatabase } from './Database.ts'
import { lockDirectory } from './lockDirectory.ts'
import { migrationsFolder } from './migrationsFolder.ts'
import { openPostgres } from './openPostgres.ts'

/** Over an embedded database that is open already, with its tables brought up to date. Closing it closes the client. */
export async function overEmbedded(client: PGlite): Promise<OpenDatabase> {
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const db = drizzle(client)
  await migrate(db, { migrationsFolder: migrationsFolder() })
  return {
    db,
    ping: async () => void (await client.query('select 1')),
    listen: (channel, onPayload) => client.listen(channel, onPayload),
    poolStats: () => null,
    close: async () => {
      if (!client.closed) await client.close()
    },
  }
}

/**
 * The embedded database as it is; a directory on disk belongs to this process until it is closed.
 *
 * @throws DirectoryInUseError
 */
export async function openClient(directory: string): Promise<{ client: PGlite; close(): Promise<void> }> {
  const { PGlite } = await import('@electric-sql/pglite')
  const isOnDisk = !directory.includes('://')
  if (isOnDisk) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const giveBack = isOnDisk ? await lockDirectory(directory) : async () => undefined
  try {
    const client = await PGlite.create(directory)
    const close = async () => {
      if (client.closed) return
      await client.close()
      await giveBack()
    }
    return { client, close }
  } catch (error) {
    await giveBack()
    throw error
  }
}

async function openEmbedded(directory: string): Promise<OpenDatabase> {
  const { client, close } = await openClient(directory)
  try {
    return { ...(await overEmbedded(client)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Opens the database and brings its tables up to date, one process at a time.
 *
 * @param database PostgreSQL by URL (`listenUrl`: past a pooler, for LISTEN and migrations), or the embedded one in a
 *   directory
 */
export function openDatabase(
  database: { url: string; listenUrl?: string } | { directory: string },
  options: DatabaseOptions = {},
): Promise<OpenDatabase> {
  return 'url' in database ? openPostgres(database, options) : openEmbedded(database.directory)
}
