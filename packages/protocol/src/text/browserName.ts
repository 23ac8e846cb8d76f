/** A language's words for a browser on a system, and for one that nobody knows. */
type BrowserWords = { on: (browser: string, system: string) => string; unknown: string }

const UNKNOWN = 'Unknown browser'
const ON = ' on '

/**
 * The name that a browser's family and its system have in the database and between the parts: English.
 *
 * @example browserName('Firefox', 'Linux') // 'Firefox on Linux'
 */
export const browserName = (browser = UNKNOWN, system?: string): string =>
  system === undefined ? browser : browser + ON + system

/**
 * A name that `browserName` made, in the words of a language. Any other text stays as it is.
 *
 * @example sayBrowserName('Firefox on Linux', { on: (browser, system) => `${browser} auf ${system}`, unknown: 'Unbekannt' })
 */
export function sayBrowserName(name: string, words: BrowserWords): string {
  const [family = '', system, ...more] = name.split(ON)
  if (more.length > 0) return name
  const browser = family === UNKNOWN ? words.unknown : family
  return system === undefined ? browser : words.on(browser, system)
}
