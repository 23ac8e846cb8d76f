const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'î',
  n: 'ñ',
  o: 'ö',
  u: 'ü',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  N: 'Ñ',
  S: 'Š',
}
const RIGHT_TO_LEFT_OVERRIDE = '\u202e'
const POP_DIRECTION = '\u202c'

/** Changes the words of a message and leaves its places alone. */
const onWords = (message: string, change: (words: string) => string): string =>
  message
    .split(/(\{[a-zA-Z]+\})/)
    .map((part) => (part.startsWith('{') ? part : change(part)))
    .join('')

/** Accents, brackets and a third more length: shows words outside of the catalogue, cut text and wrapped labels. */
const lengthen = (message: string): string => {
  const words = onWords(message, (text) => text.replace(/[a-zA-Z]/g, (letter) => ACCENTED[letter] ?? letter))
  return `[${words}${' ·'.repeat(Math.ceil(message.length / 6))}]`
}

/** Every word backwards: a right-to-left language that one can still read. */
const turn = (message: string): string =>
  onWords(message, (text) =>
    text.replace(/\S+/g, (word) => `${RIGHT_TO_LEFT_OVERRIDE}${word}${POP_DIRECTION}`),
  )

/** Makes a pseudo-locale from English, so that it is never behind. */
export function pseudoMessages<Words extends Readonly<Record<string, string>>>(
  english: Words,
  tag: 'en-XA' | 'ar-XB',
): Record<keyof Words, string> {
  const change = tag === 'en-XA' ? lengthen : turn
  return Object.fromEntries(
    Object.entries(english).map(([key, message]) => [key, change(message)]),
  ) as Record<keyof Words, string>
}
