import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { startPostgres } from '@latchkey/testing/node'
import pg from 'pg'
import { inject } from 'vitest'
import { type OpenDatabase, openDatabase, overEmbedded } from '../db/openDatabase.ts'

async function givePostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = inject('postgresUrl')
  return url === undefined ? startPostgres() : { url, stop: async () => undefined }
}

/** A PostgreSQL database without tables. */
export async function createEmptyPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = await givePostgres()
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
      await administer(`drop database ${name} with (force)`)
    } finally {
      await server.stop()
    }
  }
  return { url: url.href, drop }
}

/** Whether the tests run over PostgreSQL (TEST_DATABASE=postgres) or the embedded database. */
export const overPostgres = (): boolean => process.env.TEST_DATABASE === 'postgres'

/** Hundreds of callers at once share ten connections: a slow machine serves them all, in its time. Milliseconds. */
const PATIENCE = 120_000

/** Made anew, the embedded database takes seconds until it has its tables. */
async function openEmbeddedCopy(): Promise<OpenDatabase> {
  const archive = inject('embeddedArchive')
  if (archive === undefined) return openDatabase({ directory: 'memory://' })
  return overEmbedded(await PGlite.create('memory://', { loadDataDir: await openAsBlob(archive) }))
}

/** One database with its tables, of the kind that TEST_DATABASE names: `pglite` (default) or `postgres`. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  if (!overPostgres()) return openEmbeddedCopy()
  const { url, drop } = await createEmptyPostgres()
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
