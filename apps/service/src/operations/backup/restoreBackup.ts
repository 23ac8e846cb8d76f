import { isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/Database.ts'
import { accessTokens, sessions, siwxSessions } from '../../db/schema.ts'
import { OperationError } from '../OperationError.ts'
import { isSameVersion, ownSchemaVersion, readSchemaVersion } from '../schemaVersion.ts'
import type { BackupSecret, Manifest } from './backupFormat.ts'
import { type OpenBackup, openBackup } from './readBackup.ts'
import { advanceSequences, listFilledTables, listTables } from './tables.ts'

/** One insert takes this many rows or characters at most. */
const MOST_ROWS = 200
const MOST_TEXT = 1_048_576

/** Reads a whole backup and checks every byte of it; no database is touched. */
async function checkBackup(backup: OpenBackup): Promise<Manifest> {
  if (!isSameVersion(backup.header.schema, ownSchemaVersion()))
    throw new OperationError(
      'The backup is of another version of the tables. Restore it with the version of the service that wrote it; the newer one brings the tables up to date when it starts.',
    )
  return backup.read(async () => undefined)
}

function createInserter(db: Database) {
  let table = ''
  let rows: string[] = []
  let size = 0
  const flush = async () => {
    if (rows.length === 0) return
    const name = sql.identifier(table)
    await db.execute(
      sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${`[${rows.join()}]`}::json)`,
    )
    rows = []
    size = 0
  }
  const insert = async (name: string, row: string) => {
    if (name !== table || rows.length >= MOST_ROWS || size + row.length > MOST_TEXT) await flush()
    table = name
    rows.push(row)
    size += row.length
  }
  return { insert, flush }
}

async function requireEmpty(db: Database, manifest: Manifest): Promise<void> {
  if (!isSameVersion(await readSchemaVersion(db), manifest.schema))
    throw new OperationError('The tables of the database are not of the version of the backup.')
  const filled = await listFilledTables(db)
  if (filled.length)
    throw new OperationError(`The database is not empty (${filled.join(', ')}). Restore into a new one.`)
  const names = manifest.tables.map(({ name }) => name)
  if ((await listTables(db)).sort().join() !== [...names].sort().join())
    throw new OperationError('The backup has other tables than the database.')
}

/** Nobody is signed in any more, in the embedded wallet or with a wallet of their own. */
async function endSessions(db: Database, now: number): Promise<void> {
  await db.update(sessions).set({ revokedAt: now }).where(isNull(sessions.revokedAt))
  await db.delete(accessTokens)
  await db.delete(siwxSessions)
}

/** Writes the rows in one transaction: all of them or none. The file is checked again while it is read. */
function fillTables(
  db: Database,
  backup: OpenBackup,
  { manifest, endSessionsAt }: { manifest: Manifest; endSessionsAt: number | null },
): Promise<void> {
  return db.transaction(async (transaction) => {
    await requireEmpty(transaction, manifest)
    const { insert, flush } = createInserter(transaction)
    await backup.read(insert)
    await flush()
    await advanceSequences(transaction)
    if (endSessionsAt !== null) await endSessions(transaction, endSessionsAt)
  })
}

export type RestoreRequest = {
  file: string
  secret: BackupSecret
  /** Ends every session of the backup as of this moment, ms since the epoch: some may have been ended since. */
  endSessionsAt?: number
}

/**
 * Restores a backup into a database that has our tables and no rows. The whole file is checked before the database is
 * opened, so a damaged, changed or foreign one changes nothing.
 *
 * @param openEmpty opens the database and makes its tables
 * @throws OperationError
 */
export async function restoreBackup(
  request: RestoreRequest,
  openEmpty: () => Promise<Database>,
): Promise<Manifest> {
  const backup = await openBackup(request.file, request.secret)
  try {
    const manifest = await checkBackup(backup)
    await fillTables(await openEmpty(), backup, { manifest, endSessionsAt: request.endSessionsAt ?? null })
    return manifest
  } finally {
    await backup.close()
  }
}
