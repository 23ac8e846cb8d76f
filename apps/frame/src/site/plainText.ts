/** Characters that change how the text around them is read: controls, bidi, zero-width, variation and tag characters. */
export const deceptive =
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2028|\u2029|\u2800|\u3164|[\ufe00-\ufe0f]|\uffa0/gu

const withoutDeception = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\n\r\t]+/g, ' ')
    .replace(deceptive, '')
    .replace(/\p{M}{4,}/gu, (marks) => marks.slice(0, 3))

/**
 * Makes text that someone else wrote fit to be quoted: one line, no characters that hide or reorder, capped.
 *
 * @param max in characters as a person counts them
 * @example
 * plainText('Swap\u202E\nApp', 32) // 'Swap App'
 */
export function plainText(text: string, max: number): string {
  // Nothing in ASCII hides or reorders. The tables of Unicode are large, and a frame that starts has no time for them.
  const line = (/^[ -~]*$/.test(text) ? text : withoutDeception(text)).replace(/\s+/g, ' ').trim()
  // No character is less than one unit of UTF-16.
  if (line.length <= max) return line
  const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)]
  if (characters.length <= max) return line
  return `${characters
    .slice(0, max - 1)
    .map(({ segment }) => segment)
    .join('')}…`
}

/** Who asks, taken apart so that the part that was registered can stand out. */
export type SiteIdentity = {
  origin: string
  scheme: string
  /** Before the registrable domain: `app.` */
  prefix: string
  /** The registrable domain: one label more than the public suffix. */
  registrable: string
  /** `:5173`, or empty */
  port: string
  /** Written in punycode: it may look like another name when it is drawn in its own script. */
  punycode: boolean
  /** Not encrypted. */
  insecure: boolean
}
