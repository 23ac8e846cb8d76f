import { passkeyWindow } from '@latchkey/i18n/en/passkeyWindow'
import { languageOf, loadCatalogue, type Words } from '@latchkey/i18n/languages/passkeyWindow'
import { say, type Values } from '@latchkey/i18n/say'

type WordKey = keyof Words<'passkeyWindow'>
export type WindowSay = {
  (key: WordKey, values?: Values): string
  /** BCP 47 */
  readonly tag: string
  readonly dir: 'ltr' | 'rtl'
}

const ENGLISH = { tag: 'en', dir: 'ltr', messages: passkeyWindow } as const

/**
 * The window's words in the first of these languages that has a catalogue; English where it cannot be loaded.
 *
 * @param wishes BCP 47, as the account page takes them
 */
export async function windowWords(wishes: readonly string[]): Promise<WindowSay> {
  const tag = languageOf(wishes)
  const loaded = await loadCatalogue(tag).catch(() => undefined)
  const language = loaded ? { tag, dir: loaded.dir, messages: loaded.catalogue.passkeyWindow } : ENGLISH
  return Object.assign((key: WordKey, values?: Values) => say<WordKey>(language, key, values), {
    tag: language.tag,
    dir: language.dir,
  })
}
