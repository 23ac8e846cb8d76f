import { deceptive } from './plainText.ts'

/** Parts of one picture: a variation selector or joiner between emoji deceives nobody. */
const emojiParts =
  /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)(?:\ufe0f|\u200d(?=\p{Extended_Pictographic}))/gu
/** Joiners shape letters in these scripts, and writing is wrong without them. */
const joiners =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}]\p{M}*)[\u200c\u200d](?=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}])/gu

/** Where a character stands that belongs to the text, nothing needs to be shown. */
const harmless = (text: string): ReadonlySet<number> =>
  new Set(
    [emojiParts, joiners, /[\n\t]|\r(?=\n)/g].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(({ index }) => index),
    ),
  )

const escapeOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/**
 * Shows a text that is signed exactly as it is: characters that hide, reorder or take no room stand there as their code.
 *
 * @example
 * visibleText('pay\u202Eevil') // 'pay[U+202E]evil'
 */
export function visibleText(text: string): string {
  const spared = harmless(text)
  return text.replace(deceptive, (character, index: number) =>
    spared.has(index) ? character : escapeOf(character),
  )
}

/** Whether a text holds characters that nobody would see. */
export const hasHidden = (text: string): boolean => visibleText(text) !== text
