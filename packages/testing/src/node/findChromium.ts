import { existsSync } from 'node:fs'

const INSTALLED = [
  // What Playwright itself runs without a screen: the same engine, with less around it.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a Chromium: CHROMIUM_PATH, else an installed one. Undefined means: let Playwright use its own.
 *
 * @throws Error when CHROMIUM_PATH names a file that does not exist
 */
export function findChromium(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const wanted = environment.CHROMIUM_PATH
  if (wanted === undefined || wanted === '') return INSTALLED.find((path) => existsSync(path))
  if (!existsSync(wanted)) throw new Error(`CHROMIUM_PATH names a file that does not exist: ${wanted}`)
  return wanted
}
