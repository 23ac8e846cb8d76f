import { randomBytes } from 'node:crypto'
import { startPostgres } from '@latchkey/testing/node'
import pg from 'pg'
import { type OpenDatabase, openDatabase } from '../db/openDatabase.ts'

/** A PostgreSQL database without tables, on a server of its own. */
export async function createEmptyPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = await startPostgres()
  const name = `latchkey_${randomBytes(6).toString('hex')}`
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  try {
    await administer(`create database ${name}`)
  } catch (error) {
    await server.stop()
    throw error
  }
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const drop = async () => {
    try {
      await administer(`drop database ${name}`)
    } finally {
      await server.stop()
    }
  }
  return { url: url.href, drop }
}

/** Whether the tests run over PostgreSQL (TEST_DATABASE=postgres) or the embedded database. */
export const overPostgres = (): boolean => process.env.TEST_DATABASE === 'postgres'

/** One database with its tables, of the kind that TEST_DATABASE names: `pglite` (default) or `postgres`. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  if (!overPostgres()) return openDatabase({ directory: 'memory://' })
  const { url, drop } = await createEmptyPostgres()
  try {
    const database = await openDatabase({ url })
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
