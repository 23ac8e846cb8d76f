import { account } from '@latchkey/i18n/en/account'
import { languageOf, loadCatalogue, type Words as SectionWords } from '@latchkey/i18n/languages/account'
import type { Language } from '@latchkey/i18n/say'

export type WordKey = keyof SectionWords<'account'>

/** A language of the account page with its catalogue. */
export type Words = Language<WordKey>

export const english: Words = { tag: 'en', dir: 'ltr', messages: account }

/**
 * The catalogue for the first of the visitor's languages that there is one for.
 *
 * @param languages as `navigator.languages` lists them
 */
export async function loadWords(languages: readonly string[]): Promise<Words> {
  const tag = languageOf(languages)
  const loaded = await loadCatalogue(tag)
  return loaded ? { tag, dir: loaded.dir, messages: loaded.catalogue.account } : english
}

/** The text of a key that may not be in the catalogue, such as one made of an error's number. */
export const findMessage = (words: Words, key: string): string | null =>
  Object.hasOwn(words.messages, key) ? words.messages[key as WordKey] : null
