import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../db/Database.ts'
import { queryRows } from '../queryRows.ts'
import type { SchemaVersion } from '../schemaVersion.ts'
import { MANIFEST, type Manifest, ROW, TABLE } from './manifest.ts'
import { listTables } from './tables.ts'

const FETCH = 200
const lineRow = z.object({ line: z.string() })

async function dumpTable(
  db: Database,
  name: string,
  write: (line: string) => Promise<void>,
): Promise<Manifest['tables'][number]> {
  const hash = createHash('sha256')
  let rows = 0
  await write(`${TABLE}${JSON.stringify({ name })}`)
  await db.execute(
    sql`declare backup_rows no scroll cursor for select row_to_json(t)::text as line from ${sql.identifier(name)} t`,
  )
  for (;;) {
    const lines = await queryRows(db, sql`fetch forward ${sql.raw(String(FETCH))} from backup_rows`, lineRow)
    for (const { line } of lines) {
      hash.update(line).update('\n')
      rows += 1
      await write(`${ROW}${line}`)
    }
    if (lines.length < FETCH) break
  }
  await db.execute(sql`close backup_rows`)
  return { name, rows, sha256: hash.digest('hex') }
}

/**
 * Reads every table as it was at one moment, while the service goes on.
 *
 * @param write takes one line of the dump; the manifest is the last
 */
export function dumpTables(
  db: Database,
  about: { createdAt: number; schema: SchemaVersion },
  write: (line: string) => Promise<void>,
): Promise<Manifest> {
  return db.transaction(
    async (transaction) => {
      const tables: Manifest['tables'] = []
      for (const name of await listTables(transaction)) tables.push(await dumpTable(transaction, name, write))
      const manifest = { ...about, tables }
      await write(`${MANIFEST}${JSON.stringify(manifest)}`)
      return manifest
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
