import { bech32 } from '@scure/base'
import * as z from 'zod'
import { schemaVersionSchema } from '../schemaVersion.ts'

/** First character of a line of the dump: what the JSON after it is. */
export const HEADER = 'h'
export const TABLE = 't'
export const ROW = 'r'
export const MANIFEST = 'm'

/** First line of the dump. */
export const backupHeaderSchema = z.strictObject({
  /** Milliseconds since the epoch. */
  createdAt: z.int().min(0),
  schema: schemaVersionSchema,
})
export type BackupHeader = z.output<typeof backupHeaderSchema>

export const tableLineSchema = z.strictObject({ name: z.string().min(1).max(63) })

/** Last line of the dump: what must have come before it. */
export const manifestSchema = z.strictObject({
  ...backupHeaderSchema.shape,
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

/** What the operator locks a backup with: a sentence to remember, or an X25519 identity of age (`AGE-SECRET-KEY-1…`). */
export type BackupSecret = { passphrase: string } | { identity: string }

const IDENTITY = 'AGE-SECRET-KEY-'

/**
 * Reads a key file: what `age-keygen` wrote, or 32 random bytes as hex.
 *
 * @returns undefined when it is neither
 */
export function identityOf(text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim())
  const [line, ...more] = lines.filter((line) => line && !line.startsWith('#'))
  if (line === undefined || more.length) return undefined
  if (/^[0-9a-fA-F]{64}$/.test(line))
    return bech32.encodeFromBytes(IDENTITY.toLowerCase(), Buffer.from(line, 'hex')).toUpperCase()
  try {
    const { prefix, bytes } = bech32.decodeToBytes(line)
    return prefix === IDENTITY.toLowerCase() && bytes.length === 32 ? line.toUpperCase() : undefined
  } catch {
    return undefined
  }
}
