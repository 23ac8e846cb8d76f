import { randomBytes } from 'node:crypto'
import pg from 'pg'

export type PostgresDatabase = { name: string; url: string; drop: () => Promise<void> }

/**
 * A new database on a server that runs.
 *
 * @param template name of the database to copy, to which nobody may be connected; else there are no tables
 */
export async function createPostgresDatabase(server: string, template?: string): Promise<PostgresDatabase> {
  const name = `latchkey_${randomBytes(6).toString('hex')}`
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await administer(`create database ${name}${template ? ` template ${template}` : ''}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { name, url: url.href, drop: () => administer(`drop database ${name} with (force)`) }
}
