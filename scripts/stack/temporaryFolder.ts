import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

export type Machine = {
  /** Mounted file systems, in the form of /proc/mounts. */
  mounts: string
  /** Bytes. */
  freeMemory: number
  /** Bytes that a folder can still take. */
  freeSpace: (folder: string) => number
}

const MEMORY = '/dev/shm'
const GIB = 2 ** 30
/** Bytes. More than a run's databases, browsers' profiles and packages installed outside of the workspace need. */
const SPACE = 4 * GIB
/** Bytes that the processes of a run need beside it. */
const ROOM = 8 * GIB

const here = (): Machine => ({
  mounts: readFileSync('/proc/mounts', 'utf8'),
  freeMemory: freemem(),
  freeSpace: (folder) => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  },
})

/**
 * The folder of Linux whose files are in memory, where programs may run from it and it has room; undefined elsewhere.
 *
 * The tests make and remove tens of thousands of files. On ext4 of newer kernels each new file looks past all that were
 * removed beside it within the last minutes, which takes half a millisecond of a processor.
 */
export function memoryFolder(machine: () => Machine = here): string | undefined {
  try {
    const { mounts, freeMemory, freeSpace } = machine()
    const [, , type, options = ''] =
      mounts
        .split('\n')
        .map((line) => line.split(' '))
        .find(([, place]) => place === MEMORY) ?? []
    const isUsable = type === 'tmpfs' && !/(?:^|,)(?:ro|noexec)(?:,|$)/.test(options)
    return isUsable && freeMemory >= SPACE + ROOM && freeSpace(MEMORY) >= SPACE ? MEMORY : undefined
  } catch {
    return undefined
  }
}

/**
 * Gives this process, and all that it starts, a folder of its own for temporary files, in memory where that can be. A
 * TMPDIR that is set already stays the place of it.
 *
 * @returns removes it with all that was left in it
 */
export function useTemporaryFolder(): () => void {
  const { TMPDIR } = process.env
  const folder = mkdtempSync(join(TMPDIR ?? memoryFolder() ?? tmpdir(), 'latchkey-test-'))
  // PostgreSQL runs as a user without rights, and must come through to its own folder.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  return () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // What still writes into it keeps it, and is no fault of what was tested.
    }
  }
}
