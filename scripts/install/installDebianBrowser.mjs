import { existsSync } from 'node:fs'
import { run } from './run.mjs'

const TEN_MINUTES = 600_000

async function installPackages(packages, signal) {
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' }, signal, timeout: TEN_MINUTES }
  const updated = await run('apt-get', ['update'], options)
  if (updated.code !== 0) return
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options)
}

/**
 * Makes sure that tests have a browser: an installed one, else Debian's packages when root. Without one the tests that
 * need it are skipped, and this says so.
 *
 * @param {{ name: string, packages: readonly string[], find: () => string | undefined, log: (line: string) => void, signal?: AbortSignal }} options
 *   `find` looks for an installed one
 * @returns {Promise<boolean>} whether there is one now
 */
export async function installDebianBrowser({ name, packages, find, log, signal }) {
  if (find()) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    signal?.throwIfAborted()
    log(`installing ${name} (apt-get)`)
    await installPackages(packages, signal)
    signal?.throwIfAborted()
    if (find()) return true
  }
  log(`There is no ${name} and none can be installed here; its tests are skipped.`)
  return false
}
