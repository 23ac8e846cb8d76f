import { panel } from '@latchkey/i18n/en/panel'
import { languageOf, loadCatalogue, type Words } from '@latchkey/i18n/languages/panel'
import { type Language, say, type Values } from '@latchkey/i18n/say'

export type WordKey = keyof Words<'panel'>
export type Say = {
  (key: WordKey, values?: Values): string
  /** BCP 47 */
  readonly tag: string
  readonly dir: 'ltr' | 'rtl'
}

/** The pseudo-locale for right to left: English words in a mirrored layout, to look at. */
const PSEUDO = 'ar-xb'

/**
 * The words of a language; English where there is no catalogue, or it cannot be loaded.
 *
 * @param locale BCP 47
 * @example (await wordsOf('de-AT'))('close') // 'Schließen'
 */
export async function wordsOf(locale = 'en'): Promise<Say> {
  const language = await load(locale)
  return Object.assign((key: WordKey, values?: Values) => say<WordKey>(language, key, values), {
    tag: language.tag,
    dir: language.dir,
  })
}

async function load(locale: string): Promise<Language<WordKey>> {
  if (locale.toLowerCase() === PSEUDO) return { tag: 'en', dir: 'rtl', messages: panel }
  const tag = languageOf([locale])
  const loaded = await loadCatalogue(tag).catch(() => undefined)
  if (loaded) return { tag, dir: loaded.dir, messages: loaded.catalogue.panel }
  return { tag: 'en', dir: 'ltr', messages: panel }
}
