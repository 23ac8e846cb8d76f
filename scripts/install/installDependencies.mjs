import { existsSync, statSync } from 'node:fs'
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
 * Whether `npm ci` refused only because the lockfile lacks packages that the registry could not give either: npm
 * names those without a version. It happens to optional binaries of other platforms behind an incomplete mirror.
 * Any other difference, or a wrong checksum, is not excused.
 *
 * @param {string} output of npm
 */
export function lacksUnavailableAlone(output) {
  const complaints = output.match(/(Missing|Invalid): .*/g) ?? []
  return (
    /code EUSAGE/.test(output) &&
    complaints.length > 0 &&
    complaints.every((line) => /^Missing: \S+@ from lock file$/.test(line.trim()))
  )
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
    const ended = await run(command, [...first, ...args, '--no-audit', '--no-fund'], options)
    signal?.throwIfAborted()
    return ended
  }
  log('installing dependencies (npm ci)')
  const strict = await npm('ci')
  if (strict.code === 0) return
  if (!lacksUnavailableAlone(strict.output)) throw new Error(`npm ci failed:\n${strict.output.trim()}`)
  log('the registry lacks binaries of other platforms; installing by the lockfile (npm install --no-save)')
  const lenient = await npm('install', '--no-save')
  if (lenient.code !== 0) throw new Error(`npm install failed:\n${lenient.output.trim()}`)
}
