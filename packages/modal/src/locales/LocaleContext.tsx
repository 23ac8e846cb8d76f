import { type Config, STORAGE_KEYS } from '@latchkey/core'
import { modal } from '@latchkey/i18n/en/modal'
import {
  LANGUAGES,
  type LanguageTag,
  languageOf,
  loadCatalogue,
  type Words,
} from '@latchkey/i18n/languages/modal'
import { type Language, type Stem, say, type Values } from '@latchkey/i18n/say'
import { createContext, useContext } from 'react'

/** Name of a message. */
type MessageKey = keyof Words<'modal'>

/** What an account's own views say; English comes without it. */
export type HomeKey = keyof Words<'home'>

/** A language with its catalogue. */
export type Locale = Language<MessageKey> & { messages: Readonly<Partial<Record<HomeKey, string>>> }

/** What may be said: a message, or the stem of one that has plural forms. */
export type Sayable = Exclude<MessageKey, `${string}_one` | `${string}_other`> | Stem<MessageKey>

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
 * @param words the page's own, by language; names that no message has, and empty texts, change nothing
 * @example
 * (await loadLocale('de')).messages['shell.close'] // 'Schließen'
 */
export async function loadLocale(tag: LocaleTag, words: Config['options']['words'] = {}): Promise<Locale> {
  const locale = await loadMessages(tag)
  return { ...locale, messages: withOwnWords(locale.messages, words[locale.tag]) }
}

/** Messages as the page says them; names that no message has, and empty texts, change nothing. */
export const withOwnWords = <Messages extends Readonly<Record<string, string>>>(
  messages: Messages,
  words: Readonly<Record<string, string>> = {},
): Messages => ({
  ...messages,
  ...Object.fromEntries(
    Object.entries(words).filter(
      ([key, text]) => Object.hasOwn(messages, key) && typeof text === 'string' && text.trim() !== '',
    ),
  ),
})

async function loadMessages(tag: LocaleTag): Promise<Locale> {
  try {
    if (tag === 'en-XA' || tag === 'ar-XB') {
      const [{ pseudoMessages }, { home }] = await Promise.all([
        import('@latchkey/i18n/pseudo'),
        import('@latchkey/i18n/en/home'),
      ])
      return { tag, dir: PSEUDO[tag], messages: pseudoMessages({ ...modal, ...home }, tag) }
    }
    const loaded = await loadCatalogue(tag)
    if (!loaded) return english
    const { modal: main, home } = loaded.catalogue
    return { tag, dir: loaded.dir, messages: { ...main, ...home } }
  } catch {
    return english
  }
}

/** Remembers what the visitor chose, for the next visits of this site. */
export const rememberLocale = (config: Config, tag: LanguageTag): void =>
  config.storage.set(STORAGE_KEYS.locale, tag)

/** The language that the visitor chose here on an earlier visit. */
export const rememberedLocale = (config: Config): LanguageTag | undefined =>
  LANGUAGES.find((tag) => tag === config.storage.get(STORAGE_KEYS.locale))

/** The language of one modal: the option, then the page's, then the browser's. A pseudo-locale only by its whole tag. */
export const localeOf = (config: Config): LocaleTag =>
  languageOf(
    [config.theme.getState().locale, document.documentElement.lang, ...(navigator.languages ?? [])],
    LOCALES,
  )

export const LocaleContext = createContext<Locale>(english)

export const useLocale = (): Locale => useContext(LocaleContext)

/** A function that writes messages in the language of the modal. */
export function useSay(): (key: Sayable, values?: Values) => string {
  const locale = useLocale()
  return (key, values) => say<MessageKey>(locale, key, values)
}
