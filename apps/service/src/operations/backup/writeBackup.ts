import { type FileHandle, link, open, rm } from 'node:fs/promises'
import { Encrypter, identityToRecipient } from 'age-encryption'
import type { Database } from '../../db/Database.ts'
import { OperationError } from '../OperationError.ts'
import { isSameVersion, ownSchemaVersion, readSchemaVersion } from '../schemaVersion.ts'
import { type BackupHeader, type BackupSecret, HEADER, type Manifest } from './backupFormat.ts'
import { dumpTables } from './tables.ts'

export type BackupRequest = { file: string; secret: BackupSecret; now: number }

const SHORTEST_PASSPHRASE = 16
/** Binary logarithm of scrypt's N: 128 MiB and about a second a guess. */
const SCRYPT_WORK = 17

async function createEncrypter(secret: BackupSecret): Promise<Encrypter> {
  const encrypter = new Encrypter()
  if ('identity' in secret) {
    encrypter.addRecipient(await identityToRecipient(secret.identity))
    return encrypter
  }
  if (secret.passphrase.length < SHORTEST_PASSPHRASE)
    throw new OperationError(`The passphrase is too short: write at least ${SHORTEST_PASSPHRASE} characters.`)
  encrypter.setPassphrase(secret.passphrase.normalize('NFKC'))
  encrypter.setScryptWorkFactor(SCRYPT_WORK)
  return encrypter
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
  const encrypter = await createEncrypter(secret)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const file = new WritableStream<Uint8Array>({ write: (chunk) => handle.appendFile(chunk) })
  const sealing = encrypter.encrypt(readable).then((sealed) => sealed.pipeTo(file))
  const writer = writable.getWriter()
  const text = new TextEncoder()
  const write = (line: string) => writer.write(text.encode(`${line}\n`))
  const dump = async () => {
    const header: BackupHeader = { createdAt: now, schema }
    await write(`${HEADER}${JSON.stringify(header)}`)
    const manifest = await dumpTables(db, header, write)
    await writer.close()
    return manifest
  }
  // When one side fails, the other is waiting for it.
  const dumping = dump().catch(async (error: unknown) => {
    await writer.abort(error).catch(() => undefined)
    throw error
  })
  const [manifest] = await Promise.all([dumping, sealing])
  await handle.sync()
  return manifest
}

/**
 * Writes all tables as they are at this moment into one file of age (age-encryption.org/v1). The file appears under its
 * name once it is whole.
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
