import { hkdfSync, randomBytes, scrypt } from 'node:crypto'
import * as z from 'zod'
import { toBase64url } from '../../crypto/bytes.ts'
import { OperationError } from '../OperationError.ts'
import { schemaVersionSchema } from '../schemaVersion.ts'

/** First character of a line of the dump: what the JSON after it is. */
export const TABLE = 't'
export const ROW = 'r'
export const MANIFEST = 'm'

export const tableLineSchema = z.strictObject({ name: z.string().min(1).max(63) })

/** Last line of the dump: what must have come before it. */
export const manifestSchema = z.strictObject({
  createdAt: z.int().min(0),
  schema: schemaVersionSchema,
  tables: z.array(
    z.strictObject({
      name: z.string(),
      rows: z.int().min(0),
      /** Over every row and a line feed, hex. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})
export type Manifest = z.output<typeof manifestSchema>

/** First line of every backup. */
export const MAGIC = 'latchkey-backup/1\n'
/** scrypt (RFC 7914): 128 MiB and about half a second a guess. */
const SCRYPT = { N: 131_072, r: 8, p: 1 } as const

const salt = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** Second line of a backup, in clear. The rest is bound to it. */
export const backupHeaderSchema = z.strictObject({
  /** Milliseconds since the epoch. */
  createdAt: z.int().min(0),
  schema: schemaVersionSchema,
  /** How the key of the file was made. */
  key: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('passphrase'),
      salt,
      N: z.literal(SCRYPT.N),
      r: z.literal(SCRYPT.r),
      p: z.literal(SCRYPT.p),
    }),
    z.strictObject({ kind: z.literal('key'), salt }),
  ]),
})
export type BackupHeader = z.output<typeof backupHeaderSchema>

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
