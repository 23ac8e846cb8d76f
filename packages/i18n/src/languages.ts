import type { Catalogue } from './locales/Words.ts'

export type { Catalogue, Section, Words } from './locales/Words.ts'

type Direction = 'ltr' | 'rtl'

/** Every language but English, which is the one of last resort and always there. A new one is its catalogue and a line here. */
const OTHERS = {
  de: { dir: 'ltr', load: () => import('./locales/de.ts') },
} as const satisfies Record<string, { dir: Direction; load: () => Promise<Catalogue> }>

export type LanguageTag = 'en' | keyof typeof OTHERS

/** Languages that have a catalogue. */
export const LANGUAGES: readonly LanguageTag[] = ['en', ...(Object.keys(OTHERS) as (keyof typeof OTHERS)[])]

/** A language that was loaded. Which sections of it the bundler brings is said by the name this file is imported by. */
export type Loaded = { tag: LanguageTag; dir: Direction; catalogue: Catalogue }

/** Loads a catalogue; undefined for English, whose sections are imported from `@latchkey/i18n/en/<section>`. */
export const loadCatalogue = async (tag: LanguageTag): Promise<Loaded | undefined> =>
  tag === 'en' ? undefined : { tag, dir: OTHERS[tag].dir, catalogue: await OTHERS[tag].load() }

/**
 * The language to use: the first wish that one fits, by its whole tag, else by its first part (RFC 4647, lookup).
 *
 * @param wishes BCP 47 tags, as somebody else wrote them, in the order of their weight
 * @param available default: all that have a catalogue
 *
 * @example
 * languageOf(['de-AT', 'en']) // 'de'
 */
export function languageOf<Tag extends string = LanguageTag>(
  wishes: readonly (string | undefined)[],
  available: readonly Tag[] = LANGUAGES as readonly string[] as readonly Tag[],
): Tag | 'en' {
  for (const wish of wishes) {
    const tag = wish?.trim().toLowerCase().replaceAll('_', '-')
    for (const part of [tag, tag?.split('-')[0]]) {
      const found = available.find((one) => one.toLowerCase() === part)
      if (found) return found
    }
  }
  return 'en'
}
