/** Characters that are not seen, or that reorder what stands beside them (Unicode TR 36). */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu
const MOST_CHARACTERS = 64

/** What a network calls somebody, as it may be shown: one line, nothing hidden, at most 64 characters; else null. */
export function cleanLabel(text: string | null | undefined): string | null {
  // Spaces are joined again at the end: what stood between two of them may have been hidden.
  const seen = (text ?? '')
    .replace(/\s+/g, ' ')
    .replace(HIDDEN, '')
    .replace(/ +/g, ' ')
    .normalize('NFC')
    .trim()
  const label = Array.from(seen).slice(0, MOST_CHARACTERS).join('').trim()
  return label === '' ? null : label
}
