import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand, run } from './run.mjs'

/**
 * Whether node_modules is missing, unfinished or older than the lockfile. npm writes its own copy of the lockfile last.
 *
 * @param {string} root
 */
export function needsInstall(root) {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return true
  return statSync(installed).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs
}

/**
 * The names that the packages of a lockfile call optional: binaries, one a platform.
 *
 * @param {{ packages?: Record<string, { optionalDependencies?: Record<string, string> }> }} lockfile
 */
export function optionalPackages(lockfile) {
  const packages = Object.values(lockfile.packages ?? {})
  return new Set(packages.flatMap((entry) => Object.keys(entry.optionalDependencies ?? {})))
}

/**
 * Whether `npm ci` refused only because the lockfile lacks binaries of other platforms: the registry could not give
 * them when the lockfile was written (npm names an optional package with its version), or cannot give them now
 * (without one). It happens behind an incomplete mirror. Any other difference, or a wrong checksum, is not excused.
 *
 * @param {string} output of npm
 * @param {ReadonlySet<string>} optional see `optionalPackages`
 */
export function lacksUnavailableAlone(output, optional) {
  const complaints = output.match(/(Missing|Invalid): .*/g) ?? []
  const isExcused = (line) => {
    const [, name, version] = /^Missing: (@?[^@\s]+)@(\S*) from lock file$/.exec(line.trim()) ?? []
    return name !== undefined && (version === '' || optional.has(name))
  }
  return /code EUSAGE/.test(output) && complaints.length > 0 && complaints.every(isExcused)
}

/**
 * Runs `npm ci` when it is needed. Where the registry lacks binaries of other platforms, installs by the lockfile
 * without comparing the two; versions and checksums are the lockfile's all the same.
 *
 * @param {{ root: string, log: (line: string) => void, signal?: AbortSignal }} options
 * @throws Error when npm fails
 */
export async function installDependencies({ root, log, signal }) {
  if (!needsInstall(root)) return
  const [command, ...first] = npmCommand()
  const npm = async (...args) => {
    const options = { cwd: root, quiet: true, signal }
    // What npm complains of is read below, also under `npm run --silent`.
    const always = ['--no-audit', '--no-fund', '--loglevel=notice']
    const ended = await run(command, [...first, ...args, ...always], options)
    signal?.throwIfAborted()
    return ended
  }
  log('installing dependencies (npm ci)')
  const strict = await npm('ci')
  if (strict.code === 0) return
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  if (!lacksUnavailableAlone(strict.output, optionalPackages(lockfile)))
    throw new Error(`npm ci failed:\n${strict.output.trim()}`)
  log(
    'registry and lockfile differ in binaries of other platforms; installing by the lockfile (npm install --no-save)',
  )
  const lenient = await npm('install', '--no-save')
  if (lenient.code !== 0) throw new Error(`npm install failed:\n${lenient.output.trim()}`)
}
