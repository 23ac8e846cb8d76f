import { readFile } from 'node:fs/promises'
import type { BackupSecret } from '../operations/backup/backupKey.ts'
import { OperationError } from '../operations/OperationError.ts'
import type { Arguments } from './Command.ts'

/** Options of the commands that lock or open a backup. A secret in the arguments would be in the process list. */
export const SECRET_OPTIONS = {
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
export async function backupSecretOf({ values }: Arguments): Promise<BackupSecret> {
  const { 'key-file': keyFile, 'passphrase-file': passphraseFile } = values
  if (typeof keyFile === 'string' && typeof passphraseFile !== 'string') {
    const hex = await readSecret(keyFile, 'key-file')
    if (!/^[0-9a-fA-F]{64}$/.test(hex))
      throw new OperationError('The file of --key-file must hold 64 hex digits (openssl rand -hex 32).')
    return { key: new Uint8Array(Buffer.from(hex, 'hex')) }
  }
  if (typeof passphraseFile === 'string' && typeof keyFile !== 'string')
    return { passphrase: await readSecret(passphraseFile, 'passphrase-file') }
  throw new OperationError('Say what locks the backup: --key-file <path> or --passphrase-file <path>.')
}

/** @throws OperationError unless exactly one file is named */
export function fileOf({ positionals }: Arguments): string {
  const [file, ...more] = positionals
  if (!file || more.length) throw new OperationError('Name one backup file.')
  return file
}
