import * as z from 'zod'
import { schemaVersionSchema } from '../schemaVersion.ts'

/** First line of every backup. */
export const MAGIC = 'latchkey-backup/1\n'
/** scrypt (RFC 7914): 128 MiB and about half a second a guess. */
export const SCRYPT = { N: 131_072, r: 8, p: 1 } as const

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
