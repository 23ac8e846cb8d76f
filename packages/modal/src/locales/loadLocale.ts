import type { Config } from '@latchkey/core'
import { modal } from '@latchkey/i18n/en/modal'
import { LANGUAGES, type LanguageTag, languageOf, loadCatalogue } from '@latchkey/i18n/languages/modal'
import type { Locale } from './Locale.ts'

/** Made from English, for testing. */
const PSEUDO = { 'en-XA': 'ltr', 'ar-XB': 'rtl' } as const
type PseudoTag = keyof typeof PSEUDO

export type LocaleTag = LanguageTag | PseudoTag
/** Languages that have a catalogue, and two that are made from English for testing. */
export const LOCALES: readonly LocaleTag[] = [...LANGUAGES, 'en-XA', 'ar-XB']

/** Always there: the language of last resort. */
export const english: Locale = { tag: 'en', dir: 'ltr', messages: modal }

/**
 * Loads a catalogue; English where that fails, because words in the wrong language are better than none.
 *
 * @example
 * (await loadLocale('de')).messages['shell.close'] // 'Schließen'
 */
export async function loadLocale(tag: LocaleTag): Promise<Locale> {
  try {
    if (tag === 'en-XA' || tag === 'ar-XB') {
      const { pseudoMessages } = await import('@latchkey/i18n/pseudo')
      return { tag, dir: PSEUDO[tag], messages: pseudoMessages(modal, tag) }
    }
    const loaded = await loadCatalogue(tag)
    return loaded ? { tag, dir: loaded.dir, messages: loaded.catalogue.modal } : english
  } catch {
    return english
  }
}

/** The language of one modal: the option, then the page's, then the browser's. A pseudo-locale only by its whole tag. */
export const localeOf = (config: Config): LocaleTag =>
  languageOf(
    [config.theme.getState().locale, document.documentElement.lang, ...(navigator.languages ?? [])],
    LOCALES,
  )
