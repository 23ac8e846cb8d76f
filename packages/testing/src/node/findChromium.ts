import { existsSync } from 'node:fs'

/** What Playwright itself runs without a screen: the same engine with less around it, and without a person's settings. */
const SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = [
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
 * @param options.whole no headless shell: it lacks the settings by which Chromium blocks what other sites store
 * @throws Error when CHROMIUM_PATH names a file that does not exist
 */
export function findChromium(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  { whole = false }: { whole?: boolean } = {},
): string | undefined {
  const wanted = environment.CHROMIUM_PATH
  if (wanted === undefined || wanted === '')
    return (whole ? WHOLE : [SHELL, ...WHOLE]).find((path) => existsSync(path))
  if (!existsSync(wanted)) throw new Error(`CHROMIUM_PATH names a file that does not exist: ${wanted}`)
  return wanted
}
