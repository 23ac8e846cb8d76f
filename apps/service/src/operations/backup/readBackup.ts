import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Decrypter } from 'age-encryption'
import type * as z from 'zod'
import { OperationError } from '../OperationError.ts'
import {
  type BackupHeader,
  type BackupSecret,
  backupHeaderSchema,
  HEADER,
  MANIFEST,
  type Manifest,
  manifestSchema,
  ROW,
  TABLE,
  tableLineSchema,
} from './backupFormat.ts'

export type OpenBackup = {
  header: BackupHeader
  /**
   * Reads the dump from its start, checking every byte. `onRow` hears each row as JSON text.
   *
   * @throws OperationError as soon as something does not fit; rows heard before are then worth nothing
   */
  read(onRow: (table: string, row: string) => Promise<void>): Promise<Manifest>
  close(): Promise<void>
}

const notABackup = () => new OperationError('The file is not a backup of Latchkey.')

function parseJson<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw notABackup()
  }
}

const LONGEST_HEAD = 4_096
const HEAD = /^age-encryption\.org\/v1\n-> (scrypt|X25519) [\s\S]*?\n--- [A-Za-z0-9+/]{43}\n/

async function readHead(handle: FileHandle): Promise<{ head: string; lock: 'passphrase' | 'identity' }> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_HEAD), 0, LONGEST_HEAD, 0)
  const text = buffer.subarray(0, bytesRead).toString('latin1')
  if (text.startsWith('latchkey-backup/1\n'))
    throw new OperationError(
      'The backup was written by an earlier version of the service. Restore it with that version; the newer one brings the tables up to date when it starts.',
    )
  const [head, kind] = HEAD.exec(text) ?? []
  if (head === undefined) throw notABackup()
  return { head, lock: kind === 'scrypt' ? 'passphrase' : 'identity' }
}

/** Tries the secret once: scrypt is meant to be slow, and the file is read more than once. */
async function createDecrypter(handle: FileHandle, secret: BackupSecret): Promise<Decrypter> {
  const { head, lock } = await readHead(handle)
  if (!(lock in secret))
    throw new OperationError(
      lock === 'identity'
        ? 'This backup is locked with a key file.'
        : 'This backup is locked with a passphrase.',
    )
  const unlocker = new Decrypter()
  if ('identity' in secret) unlocker.addIdentity(secret.identity)
  else unlocker.addPassphrase(secret.passphrase.normalize('NFKC'))
  const fileKey = await unlocker.decryptHeader(Buffer.from(head, 'latin1')).catch(() => {
    throw new OperationError(
      'The backup does not open: another passphrase or key, or a file that was changed.',
    )
  })
  const decrypter = new Decrypter()
  decrypter.addIdentity({ unwrapFileKey: async () => fileKey })
  return decrypter
}

const PIECE = 65_536

function streamOf(handle: FileHandle): ReadableStream<Uint8Array> {
  let position = 0
  return new ReadableStream({
    async pull(controller) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(PIECE), 0, PIECE, position)
      position += bytesRead
      if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
      else controller.close()
    },
  })
}

/** Opens the file from its start and yields what is in it, each chunk once it is proven. */
async function* decrypt(handle: FileHandle, decrypter: Decrypter): AsyncGenerator<Uint8Array> {
  const damaged = () => {
    throw new OperationError('The backup was changed or is damaged. Nothing was restored from it.')
  }
  const opened = await decrypter.decrypt(streamOf(handle)).catch(damaged)
  const reader = opened.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(damaged)
      if (done) return
      yield value
    }
  } finally {
    // Whoever reads may stop early.
    await reader.cancel().catch(() => undefined)
  }
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer[] = []
  for await (const bytes of chunks) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8')
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
  if (rest.length) throw notABackup()
}

type Seen = { name: string; rows: number; hash: Hash }

function requireSame(manifest: Manifest, seen: readonly Seen[], header: BackupHeader): void {
  const tables = seen.map(({ name, rows, hash }) => ({ name, rows, sha256: hash.digest('hex') }))
  const { createdAt, schema } = header
  const isSame =
    JSON.stringify(manifest) === JSON.stringify(manifestSchema.parse({ createdAt, schema, tables }))
  if (!isSame) throw new OperationError('The content of the backup is not what its manifest says.')
}

async function readHeader(lines: AsyncIterator<string>): Promise<BackupHeader> {
  const { value } = await lines.next()
  if (typeof value !== 'string' || value[0] !== HEADER) throw notABackup()
  return parseJson(backupHeaderSchema, value.slice(1))
}

async function readDump(
  lines: AsyncGenerator<string>,
  onRow: (table: string, row: string) => Promise<void>,
): Promise<Manifest> {
  const header = await readHeader(lines)
  const seen: Seen[] = []
  let manifest: Manifest | undefined
  for await (const line of lines) {
    if (manifest) throw notABackup()
    const body = line.slice(1)
    const table = seen.at(-1)
    if (line[0] === TABLE) {
      const { name } = parseJson(tableLineSchema, body)
      seen.push({ name, rows: 0, hash: createHash('sha256') })
    } else if (line[0] === ROW && table) {
      table.rows += 1
      table.hash.update(body).update('\n')
      await onRow(table.name, body)
    } else if (line[0] === MANIFEST) manifest = parseJson(manifestSchema, body)
    else throw notABackup()
  }
  if (!manifest) throw notABackup()
  requireSame(manifest, seen, header)
  return manifest
}

/**
 * Opens a backup.
 *
 * @throws OperationError when it is none, or is locked with another kind of secret
 */
export async function openBackup(file: string, secret: BackupSecret): Promise<OpenBackup> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw new OperationError(`${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`)
  })
  const readLines = (decrypter: Decrypter) => splitLines(decrypt(handle, decrypter))
  try {
    const decrypter = await createDecrypter(handle, secret)
    const first = readLines(decrypter)
    const header = await readHeader(first)
    await first.return(undefined)
    return {
      header,
      read: (onRow) => readDump(readLines(decrypter), onRow),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}
