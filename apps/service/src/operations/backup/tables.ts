import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../db/Database.ts'
import { queryRows, type SchemaVersion } from '../schemaVersion.ts'
import { MANIFEST, type Manifest, ROW, TABLE } from './backupFormat.ts'

const nameRow = z.object({ name: z.string() })
const edgeRow = z.object({ child: z.string(), parent: z.string() })

/** Every table of the service, those that others refer to first. */
export async function listTables(db: Database): Promise<string[]> {
  const names = (
    await queryRows(
      db,
      sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
      nameRow,
    )
  ).map(({ name }) => name)
  const edges = await queryRows(
    db,
    sql`select c.relname as child, p.relname as parent from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`,
    edgeRow,
  )
  const ordered: string[] = []
  while (ordered.length < names.length) {
    const next = names.find(
      (name) =>
        !ordered.includes(name) &&
        edges.every(({ child, parent }) => child !== name || ordered.includes(parent)),
    )
    if (next === undefined) throw new Error('The tables refer to each other in a circle.')
    ordered.push(next)
  }
  return ordered
}

/** Tables that have rows. */
export async function listFilledTables(db: Database): Promise<string[]> {
  const filled: string[] = []
  for (const name of await listTables(db)) {
    const rows = await queryRows(db, sql`select 1 as one from ${sql.identifier(name)} limit 1`, z.unknown())
    if (rows.length) filled.push(name)
  }
  return filled
}

/** Lets every counter of rows go on after the highest number that is used. */
export async function advanceSequences(db: Database): Promise<void> {
  const columns = await queryRows(
    db,
    sql`select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and column_default like 'nextval(%'`,
    z.object({ table: z.string(), column: z.string() }),
  )
  for (const { table, column } of columns)
    await db.execute(
      sql`select setval(pg_get_serial_sequence(${`"${table}"`}, ${column}),
        (select coalesce(max(${sql.identifier(column)}), 0) + 1 from ${sql.identifier(table)}), false)`,
    )
}

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
