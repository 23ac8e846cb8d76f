import { existsSync } from 'node:fs'
import { run } from './run.mjs'

const TEN_MINUTES = 600_000

async function installDebianPackage(signal) {
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' }, signal, timeout: TEN_MINUTES }
  const updated = await run('apt-get', ['update'], options)
  if (updated.code !== 0) return
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'firefox-esr'], options)
}

/**
 * Makes sure that tests have a Firefox ESR: an installed one, else Debian's package when root. Without one the tests
 * that need it are skipped, and this says so.
 *
 * @param {{ find: () => string | undefined, log: (line: string) => void, signal?: AbortSignal }} options
 *   `find` looks for an installed one
 * @returns {Promise<boolean>} whether there is one now
 */
export async function installFirefox({ find, log, signal }) {
  if (find()) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    signal?.throwIfAborted()
    log('installing Firefox ESR (apt-get)')
    await installDebianPackage(signal)
    signal?.throwIfAborted()
    if (find()) return true
  }
  log('There is no Firefox ESR and none can be installed here; its tests are skipped.')
  return false
}
