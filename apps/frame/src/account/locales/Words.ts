import { messageParts, type Values } from '../../locales/Locale.ts'
import { en, type WordKey } from './en.ts'

/** A language of the account page with its catalogue. */
export type Words = { tag: string; dir: 'ltr' | 'rtl'; messages: Readonly<Record<WordKey, string>> }

export const english: Words = { tag: 'en', dir: 'ltr', messages: en }

/**
 * The catalogue for the first of the visitor's languages that there is one for.
 *
 * @param languages as `navigator.languages` lists them
 */
export async function loadWords(languages: readonly string[]): Promise<Words> {
  for (const language of languages) {
    const wanted = language.toLowerCase().split('-')[0]
    if (wanted === 'en') return english
    if (wanted === 'de') return { tag: 'de', dir: 'ltr', messages: (await import('./de.ts')).de }
  }
  return english
}

const pluralKey = (words: Words, key: WordKey, count: unknown): WordKey => {
  if (typeof count !== 'number' || !key.endsWith('_other')) return key
  const exact = key.replace(/_other$/, `_${new Intl.PluralRules(words.tag).select(count)}`)
  return Object.hasOwn(words.messages, exact) ? (exact as WordKey) : key
}

/** Writes a message; with `count` among the values in the plural form of the language. */
export function write(words: Words, key: WordKey, values: Values = {}): string {
  return messageParts(words.messages[pluralKey(words, key, values.count)])
    .map((part) => ('text' in part ? part.text : String(values[part.value] ?? '')))
    .join('')
}

/** The text of a key that may not be in the catalogue, such as one made of an error's number. */
export const findMessage = (words: Words, key: string): string | null =>
  Object.hasOwn(words.messages, key) ? words.messages[key as WordKey] : null
