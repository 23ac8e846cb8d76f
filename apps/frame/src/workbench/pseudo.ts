import { messageParts } from '../locales/Locale.ts'

const rightToLeft = '\u202e'
const pop = '\u202c'

/** Turns the words of a message round, and leaves its places alone. */
const turn = (message: string): string =>
  messageParts(message)
    .map((part) =>
      'text' in part ? part.text.replace(/\S+/g, (word) => `${rightToLeft}${word}${pop}`) : `{${part.value}}`,
    )
    .join('')

/** Makes a right-to-left pseudo-locale for testing (`ar-XB`) from English, so that it is never behind. */
export const pseudoMessages = <Key extends string>(english: Readonly<Record<Key, string>>) =>
  Object.fromEntries(Object.entries<string>(english).map(([key, message]) => [key, turn(message)])) as Record<
    Key,
    string
  >
