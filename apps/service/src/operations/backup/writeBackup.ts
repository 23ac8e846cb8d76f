import { type FileHandle, link, open, rm } from 'node:fs/promises'
import type { Database } from '../../db/Database.ts'
import { OperationError } from '../OperationError.ts'
import { isSameVersion, ownSchemaVersion, readSchemaVersion } from '../schemaVersion.ts'
import {
  type BackupHeader,
  type BackupSecret,
  backupKey,
  MAGIC,
  type Manifest,
  newKeyHeader,
} from './backupHeader.ts'
import { createFrameSealer, FRAME, frameContext } from './frames.ts'
import { dumpTables } from './tables.ts'

export type BackupRequest = { file: string; secret: BackupSecret; now: number }

/** Takes lines and writes sealed frames. */
function createSealedWriter(handle: FileHandle, key: Uint8Array, head: string) {
  const sealFrame = createFrameSealer(key, frameContext(head))
  let pending: Buffer[] = []
  let size = 0
  const take = (): Buffer => {
    const bytes = Buffer.concat(pending)
    pending = []
    size = 0
    return bytes
  }
  return {
    async write(line: string) {
      const bytes = Buffer.from(`${line}\n`)
      pending.push(bytes)
      size += bytes.length
      if (size <= FRAME) return
      const all = take()
      let start = 0
      for (; all.length - start > FRAME; start += FRAME)
        await handle.appendFile(sealFrame(all.subarray(start, start + FRAME), false))
      pending = [all.subarray(start)]
      size = all.length - start
    },
    async end() {
      await handle.appendFile(sealFrame(take(), true))
      await handle.sync()
    },
  }
}

async function writeSealed(
  handle: FileHandle,
  db: Database,
  { secret, now }: BackupRequest,
): Promise<Manifest> {
  const schema = await readSchemaVersion(db)
  if (!isSameVersion(schema, ownSchemaVersion()))
    throw new OperationError(
      'The tables are of another version than this program. Back up with the version of the service that runs.',
    )
  const header: BackupHeader = { createdAt: now, schema, key: newKeyHeader(secret) }
  const head = `${MAGIC}${JSON.stringify(header)}\n`
  await handle.appendFile(head)
  const writer = createSealedWriter(handle, await backupKey(header.key, secret), head)
  const manifest = await dumpTables(db, { createdAt: now, schema }, writer.write)
  await writer.end()
  return manifest
}

/**
 * Writes all tables as they are at this moment into one encrypted file. The file appears under its name once it is whole.
 *
 * @throws OperationError when the file exists or the tables are of another version
 */
export async function writeBackup(db: Database, request: BackupRequest): Promise<Manifest> {
  const part = `${request.file}.part`
  const handle = await open(part, 'wx', 0o600).catch((error: unknown) => {
    throw new OperationError(
      `${part} cannot be written: ${error instanceof Error ? error.message : 'unknown'}`,
    )
  })
  try {
    const manifest = await writeSealed(handle, db, request).finally(() => handle.close())
    // Unlike a rename, this never replaces an older backup.
    await link(part, request.file).catch(() => {
      throw new OperationError(`${request.file} exists already, or cannot be written.`)
    })
    return manifest
  } finally {
    await rm(part, { force: true })
  }
}
