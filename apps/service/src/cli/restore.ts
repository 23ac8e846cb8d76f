import { existsSync } from 'node:fs'
import type { ServiceConfig } from '../config/ServiceConfig.ts'
import type { OpenDatabase } from '../db/Database.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { restoreBackup } from '../operations/backup/restoreBackup.ts'
import { listFilledTables } from '../operations/backup/tables.ts'
import { connectDatabase } from '../operations/connectDatabase.ts'
import { OperationError } from '../operations/OperationError.ts'
import { backupSecretOf, fileOf, SECRET_OPTIONS } from './backupSecretOf.ts'
import type { Command } from './Command.ts'
import { databaseOf } from './databaseOf.ts'
import { describeManifest } from './describeManifest.ts'

/** Of one statement, ms: rows come in large batches. */
const QUERY_TIMEOUT = 600_000

/** Looks before tables are made: a database in use is not even migrated. */
async function requireUnused(database: ServiceConfig['database']): Promise<void> {
  if ('directory' in database && !existsSync(`${database.directory}/PG_VERSION`)) return
  const { db, close } = await connectDatabase(database)
  try {
    const filled = await listFilledTables(db)
    if (filled.length)
      throw new OperationError(`The database is not empty (${filled.join(', ')}). Restore into a new one.`)
  } finally {
    await close()
  }
}

export const restore: Command = {
  usage: 'restore <file> --key-file <path> | --passphrase-file <path> [--end-sessions]',
  summary: 'fills a new database from a backup; a damaged or foreign one changes nothing',
  options: { ...SECRET_OPTIONS, 'end-sessions': { type: 'boolean' } },
  async run(terminal, args) {
    const file = fileOf(args)
    const secret = await backupSecretOf(args)
    const database = await databaseOf(terminal)
    let open: OpenDatabase | undefined
    try {
      const ending = args.values['end-sessions'] ? { endSessionsAt: Date.now() } : {}
      const manifest = await restoreBackup({ file, secret, ...ending }, async () => {
        await requireUnused(database)
        open = await openDatabase(database, { queryTimeout: QUERY_TIMEOUT, idleInTransaction: QUERY_TIMEOUT })
        return open.db
      })
      terminal.print(describeManifest(manifest))
      terminal.tell(
        'Restored. What was revoked or signed out since the backup is not any more: see "Restore" in docs/operating.md.',
      )
      return 0
    } finally {
      await open?.close()
    }
  },
}
