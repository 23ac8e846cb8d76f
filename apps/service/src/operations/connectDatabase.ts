import { existsSync } from 'node:fs'
import type { ServiceConfig } from '../config/ServiceConfig.ts'
import type { Database } from '../db/Database.ts'
import { openClient } from '../db/openDatabase.ts'
import { OperationError } from './OperationError.ts'

export type Connection = { db: Database; close(): Promise<void> }

/**
 * Opens a database as it is: no table is made or changed.
 *
 * @throws OperationError when there is no embedded database in the folder
 */
export async function connectDatabase(database: ServiceConfig['database']): Promise<Connection> {
  if ('url' in database) {
    const { Client } = (await import('pg')).default
    const { drizzle } = await import('drizzle-orm/node-postgres')
    const client = new Client({ connectionString: database.url, connectionTimeoutMillis: 5_000 })
    await client.connect()
    // A connection that breaks while idle is told by the next statement.
    client.on('error', () => undefined)
    return { db: drizzle(client), close: () => client.end() }
  }
  if (!existsSync(`${database.directory}/PG_VERSION`))
    throw new OperationError(`There is no database in the folder ${database.directory} (PGLITE_DIR).`)
  const { drizzle } = await import('drizzle-orm/pglite')
  const { client, close } = await openClient(database.directory)
  return { db: drizzle(client), close }
}
