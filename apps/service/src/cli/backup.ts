import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ServiceConfig } from '../config/ServiceConfig.ts'
import type { OpenDatabase } from '../db/Database.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { type BackupSecret, identityOf, type Manifest } from '../operations/backup/backupFormat.ts'
import { restoreBackup } from '../operations/backup/restoreBackup.ts'
import { listFilledTables } from '../operations/backup/tables.ts'
import { writeBackup } from '../operations/backup/writeBackup.ts'
import { connectDatabase } from '../operations/connectDatabase.ts'
import { OperationError } from '../operations/OperationError.ts'
import { type Arguments, type Command, databaseOf } from './Command.ts'

/** What is in a backup: when it was made, of which tables, and how many rows. */
function describeManifest({ createdAt, schema, tables }: Manifest): string {
  const filled = tables.filter(({ rows }) => rows > 0)
  const total = filled.reduce((sum, { rows }) => sum + rows, 0)
  return [
    `made ${new Date(createdAt).toISOString()}, tables of ${schema.migrations} migrations (${schema.hash.slice(0, 12)})`,
    ...filled.map(({ name, rows, sha256 }) => `${String(rows).padStart(9)}  ${name}  ${sha256.slice(0, 12)}`),
    `${String(total).padStart(9)}  rows`,
  ].join('\n')
}

/** Options of the commands that lock or open a backup. A secret in the arguments would be in the process list. */
const SECRET_OPTIONS = {
  'key-file': { type: 'string' },
  'passphrase-file': { type: 'string' },
} as const

async function readSecret(path: string, option: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    throw new OperationError(`The file of --${option} cannot be read.`)
  }
}

/**
 * Reads what locks a backup.
 *
 * @throws OperationError
 */
async function backupSecretOf({ values }: Arguments): Promise<BackupSecret> {
  const { 'key-file': keyFile, 'passphrase-file': passphraseFile } = values
  if (typeof keyFile === 'string' && typeof passphraseFile !== 'string') {
    const identity = identityOf(await readSecret(keyFile, 'key-file'))
    if (identity === undefined)
      throw new OperationError(
        'The file of --key-file must hold what age-keygen wrote, or 64 hex digits (openssl rand -hex 32).',
      )
    return { identity }
  }
  if (typeof passphraseFile === 'string' && typeof keyFile !== 'string')
    return { passphrase: await readSecret(passphraseFile, 'passphrase-file') }
  throw new OperationError('Say what locks the backup: --key-file <path> or --passphrase-file <path>.')
}

/** @throws OperationError unless exactly one file is named */
function fileOf({ positionals }: Arguments): string {
  const [file, ...more] = positionals
  if (!file || more.length) throw new OperationError('Name one backup file.')
  return file
}

export const backup: Command = {
  usage: 'backup <file> --key-file <path> | --passphrase-file <path>',
  summary: 'writes all tables into one encrypted file',
  options: { ...SECRET_OPTIONS },
  async run(terminal, args) {
    const file = fileOf(args)
    const secret = await backupSecretOf(args)
    const connection = await connectDatabase(await databaseOf(terminal))
    try {
      const manifest = await writeBackup(connection.db, { file, secret, now: Date.now() })
      terminal.print(describeManifest(manifest))
      terminal.tell(`Written to ${file}. KEK, RECOVERY_KEK and PEPPER are not in it: keep them elsewhere.`)
      return 0
    } finally {
      await connection.close()
    }
  },
}

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
