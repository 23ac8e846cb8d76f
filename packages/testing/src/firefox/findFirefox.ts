import { existsSync } from 'node:fs'

const INSTALLED = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/**
 * Finds a Firefox: FIREFOX_PATH, else an installed one.
 *
 * @throws Error when FIREFOX_PATH names a file that does not exist
 * @example
 * test.skip(findFirefox() === undefined, 'There is no Firefox here.')
 */
export function findFirefox(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const wanted = environment.FIREFOX_PATH
  if (wanted === undefined || wanted === '') return INSTALLED.find((path) => existsSync(path))
  if (!existsSync(wanted)) throw new Error(`FIREFOX_PATH names a file that does not exist: ${wanted}`)
  return wanted
}
