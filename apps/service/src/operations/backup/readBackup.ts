import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type * as z from 'zod'
import { OperationError } from '../OperationError.ts'
import {
  type BackupHeader,
  type BackupSecret,
  backupHeaderSchema,
  backupKey,
  MAGIC,
  MANIFEST,
  type Manifest,
  manifestSchema,
  ROW,
  TABLE,
  tableLineSchema,
} from './backupHeader.ts'
import { frameContext, openFrames } from './frames.ts'

const LONGEST_HEAD = 4_096

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

async function readHead(handle: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_HEAD), 0, LONGEST_HEAD, 0)
  const text = buffer.subarray(0, bytesRead).toString('latin1')
  const end = text.indexOf('\n', MAGIC.length)
  if (!text.startsWith(MAGIC) || end < 0) throw notABackup()
  return text.slice(0, end + 1)
}

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = []
  for await (const chunk of chunks) {
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

async function readDump(
  lines: AsyncIterable<string>,
  header: BackupHeader,
  onRow: (table: string, row: string) => Promise<void>,
): Promise<Manifest> {
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
  try {
    const head = await readHead(handle)
    const header = parseJson(backupHeaderSchema, head.slice(MAGIC.length))
    const key = await backupKey(header.key, secret)
    return {
      header,
      read(onRow) {
        let position = Buffer.byteLength(head, 'latin1')
        const readBytes = async (length: number) => {
          const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
          position += bytesRead
          return buffer.subarray(0, bytesRead)
        }
        return readDump(splitLines(openFrames(key, frameContext(head), readBytes)), header, onRow)
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}
