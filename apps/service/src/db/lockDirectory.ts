import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../crypto/bytes.ts'

/** The embedded database is open in another process. */
export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError'
}

const FOLDER = 'latchkey-lock'
/** The kernel takes 104 bytes on macOS and 108 on Linux. */
const MOST_PATH = 100
/** A process that is stopped takes no connection, but its kernel does. ms */
const ANSWER = 2_000

const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

function listenOn(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.unref()
    server.once('error', reject)
    server.listen(path, () => resolve(server))
  })
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

/** Whether a process holds the socket: that of a dead one refuses. In doubt it is held. */
function isHeld(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const settle = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.setTimeout(ANSWER, () => settle(true))
    socket.once('connect', () => settle(true))
    socket.once('error', (error) => settle(!isCode(error, 'ECONNREFUSED', 'ENOENT')))
  })
}

const inUse = (directory: string) =>
  new DirectoryInUseError(
    `The embedded database in ${directory} (PGLITE_DIR) is open in another process. Stop that one first; several processes need PostgreSQL (DATABASE_URL).`,
  )

/** The folder by a path that is short enough for a socket. */
function shorten(folder: string): { path: string; remove(): void } {
  if (Buffer.byteLength(folder) <= MOST_PATH - 24) return { path: folder, remove: () => undefined }
  const short = mkdtempSync(join(tmpdir(), 'lk-'))
  symlinkSync(folder, join(short, 'd'))
  return { path: join(short, 'd'), remove: () => rmSync(short, { recursive: true, force: true }) }
}

/** A pipe's name is one for the whole machine, and ends with its process. */
async function lockOnWindows(directory: string): Promise<() => Promise<void>> {
  const name = `\\\\.\\pipe\\latchkey-${sha256(realpathSync(directory).toLowerCase())}`
  const server = await listenOn(name).catch((error: unknown) => {
    throw isCode(error, 'EADDRINUSE', 'EACCES') ? inUse(directory) : error
  })
  return () => close(server)
}

/**
 * Keeps other processes from opening a directory, until it is given back or this process ends, however it ends
 * (docs/decisions/0020-lock-of-the-embedded-database.md).
 *
 * Each process listens on a Unix socket of its own in the directory, and only then looks for others: of two that come at
 * the same time at least one sees the other. A socket whose process is gone refuses connections and is removed.
 *
 * @returns gives it back
 * @throws DirectoryInUseError
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  if (process.platform === 'win32') return lockOnWindows(directory)
  const folder = join(realpathSync(directory), FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { path, remove } = shorten(folder)
  const own = randomBytes(8).toString('hex')
  try {
    const server = await listenOn(join(path, own)).catch((cause: unknown) => {
      throw new Error(
        `The folder ${directory} (PGLITE_DIR) cannot be locked: its file system has no Unix sockets. Use a disk of this machine.`,
        { cause },
      )
    })
    for (const name of readdirSync(folder)) {
      if (name === own) continue
      if (await isHeld(join(path, name))) {
        await close(server)
        throw inUse(directory)
      }
      rmSync(join(folder, name), { force: true })
    }
    return async () => {
      await close(server)
      rmSync(join(folder, own), { force: true })
    }
  } finally {
    remove()
  }
}
