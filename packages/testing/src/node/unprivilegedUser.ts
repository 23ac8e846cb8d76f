import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, parse } from 'node:path'

export type UnixUser = { uid: number; gid: number }

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8', timeout: 60_000 })
  return status === 0 ? Number(stdout.trim()) : undefined
}

/**
 * The user that a program which refuses root runs as: `postgres` or `nobody` when this process is root, else
 * nobody but ourselves (undefined).
 *
 * @throws Error when root has neither user
 */
export function unprivilegedUser(): UnixUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error('PostgreSQL refuses root, and there is no user postgres or nobody to run it as.')
}

/** Whether every folder above and with `path` may be entered by everyone. */
export function isReachableByAll(path: string): boolean {
  const { root } = parse(path)
  for (let current = path; ; current = dirname(current)) {
    if ((statSync(current).mode & 0o001) === 0) return false
    if (current === root) return true
  }
}
