import { hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { toBase64url } from '../../crypto/bytes.ts'
import { OperationError } from '../OperationError.ts'
import { type BackupHeader, SCRYPT } from './backupHeader.ts'

/** What the operator locks a backup with: a sentence to remember, or 32 random bytes. */
export type BackupSecret = { passphrase: string } | { key: Uint8Array }

const SHORTEST_PASSPHRASE = 16

const stretch = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { ...SCRYPT, maxmem: 256 * SCRYPT.N * SCRYPT.r }
    scrypt(passphrase.normalize('NFKC'), salt, 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** Says how the key of a new backup is made. */
export function newKeyHeader(secret: BackupSecret): BackupHeader['key'] {
  const salt = toBase64url(randomBytes(32))
  if ('key' in secret) return { kind: 'key', salt }
  if (secret.passphrase.length < SHORTEST_PASSPHRASE)
    throw new OperationError(`The passphrase is too short: write at least ${SHORTEST_PASSPHRASE} characters.`)
  return { kind: 'passphrase', salt, ...SCRYPT }
}

/**
 * Makes the key of one backup: scrypt for a passphrase, then HKDF-SHA-256 with the file's own salt.
 *
 * @throws OperationError when the backup is locked with the other kind of secret
 */
export async function backupKey(header: BackupHeader['key'], secret: BackupSecret): Promise<Uint8Array> {
  const salt = Buffer.from(header.salt, 'base64url')
  if (header.kind === 'key' && 'key' in secret)
    return new Uint8Array(hkdfSync('sha256', secret.key, salt, 'latchkey/backup/v1/key', 32))
  if (header.kind === 'passphrase' && 'passphrase' in secret)
    return new Uint8Array(
      hkdfSync('sha256', await stretch(secret.passphrase, salt), salt, 'latchkey/backup/v1/passphrase', 32),
    )
  throw new OperationError(
    header.kind === 'key'
      ? 'This backup is locked with a key file.'
      : 'This backup is locked with a passphrase.',
  )
}
