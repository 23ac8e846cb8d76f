import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'

const TEN_MINUTES = 600_000

async function hasPlaywrightBrowser() {
  const { chromium } = await import('playwright')
  return existsSync(chromium.executablePath())
}

async function installDebianPackage(signal) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const options = { quiet: true, env, signal, timeout: TEN_MINUTES }
  const updated = await run('apt-get', ['update'], options)
  if (updated.code !== 0) return updated
  // The shell is cheaper, and not in every release; what other sites may store is blocked by the whole one alone.
  const packages = ['chromium', 'chromium-headless-shell']
  const both = await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options)
  if (both.code === 0 || signal?.aborted) return both
  return run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
}

/**
 * Makes sure that tests have a Chromium: an installed one, else Playwright's, else Debian's package when root.
 *
 * @param {{ root: string, find: () => string | undefined, log: (line: string) => void, signal?: AbortSignal }} options
 *   `find` looks for an installed one
 * @throws Error when there is none and none can be installed
 */
export async function installBrowser({ root, find, log, signal }) {
  if (find() || (await hasPlaywrightBrowser())) return
  log('installing Chromium (playwright install)')
  const cli = join(root, 'node_modules', 'playwright', 'cli.js')
  const own = await run(process.execPath, [cli, 'install', 'chromium'], {
    quiet: true,
    signal,
    timeout: TEN_MINUTES,
  })
  signal?.throwIfAborted()
  if (own.code === 0 && (await hasPlaywrightBrowser())) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    log('installing Chromium (apt-get)')
    const debian = await installDebianPackage(signal)
    signal?.throwIfAborted()
    if (debian.code === 0 && find()) return
    throw new Error(`No Chromium could be installed:\n${own.output.trim()}\n${debian.output.trim()}`)
  }
  throw new Error(`No Chromium could be installed. Install one, or set CHROMIUM_PATH.\n${own.output.trim()}`)
}
