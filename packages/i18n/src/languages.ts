import type { Catalogue, TranslatedCatalogue } from './locales/Words.ts'

export type { Catalogue, Section, Words } from './locales/Words.ts'

type Direction = 'ltr' | 'rtl'

/** Every language but English, which is the one of last resort and always there. A new one is its catalogue and a line here. */
const OTHERS = {
  ar: { dir: 'rtl', load: () => import('./locales/ar.ts') },
  de: { dir: 'ltr', load: () => import('./locales/de.ts') },
  es: { dir: 'ltr', load: () => import('./locales/es.ts') },
  fa: { dir: 'rtl', load: () => import('./locales/fa.ts') },
  fr: { dir: 'ltr', load: () => import('./locales/fr.ts') },
  he: { dir: 'rtl', load: () => import('./locales/he.ts') },
  hi: { dir: 'ltr', load: () => import('./locales/hi.ts') },
  id: { dir: 'ltr', load: () => import('./locales/id.ts') },
  it: { dir: 'ltr', load: () => import('./locales/it.ts') },
  ja: { dir: 'ltr', load: () => import('./locales/ja.ts') },
  ko: { dir: 'ltr', load: () => import('./locales/ko.ts') },
  pl: { dir: 'ltr', load: () => import('./locales/pl.ts') },
  'pt-BR': { dir: 'ltr', load: () => import('./locales/pt-BR.ts') },
  ru: { dir: 'ltr', load: () => import('./locales/ru.ts') },
  tr: { dir: 'ltr', load: () => import('./locales/tr.ts') },
  uk: { dir: 'ltr', load: () => import('./locales/uk.ts') },
  vi: { dir: 'ltr', load: () => import('./locales/vi.ts') },
  'zh-Hans': { dir: 'ltr', load: () => import('./locales/zh-Hans.ts') },
  'zh-Hant': { dir: 'ltr', load: () => import('./locales/zh-Hant.ts') },
} as const satisfies Record<string, { dir: Direction; load: () => Promise<TranslatedCatalogue> }>

export type LanguageTag = 'en' | keyof typeof OTHERS

/** Languages that have a catalogue. */
export const LANGUAGES: readonly LanguageTag[] = ['en', ...(Object.keys(OTHERS) as (keyof typeof OTHERS)[])]

export const directionOf = (tag: LanguageTag): Direction => (tag === 'en' ? 'ltr' : OTHERS[tag].dir)

/** A language that was loaded. Which sections of it the bundler brings is said by the name this file is imported by. */
export type Loaded = { tag: LanguageTag; dir: Direction; catalogue: Catalogue }

/** Loads a catalogue; undefined for English, whose sections are imported from `@latchkey/i18n/en/<section>`. */
export async function loadCatalogue(tag: LanguageTag): Promise<Loaded | undefined> {
  if (tag === 'en') return undefined
  const { dir, load } = OTHERS[tag]
  // A plural form that the language does not have is never asked for: `formOf` takes `_other`.
  return { tag, dir, catalogue: (await load()) as Catalogue }
}

/** `language-Script` of a tag, the script as most people write that language (`zh-TW` → `zh-Hant`). */
function scriptOf(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    // Not a tag by BCP 47.
    return undefined
  }
}

/**
 * The language to use: the first wish that one fits, by its whole tag, else by its language in the script that it is
 * written in (`pt-PT` finds `pt-BR`, `zh-HK` finds `zh-Hant`).
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
    const tag = wish?.trim().replaceAll('_', '-')
    if (!tag) continue
    const whole = tag.toLowerCase()
    const same = available.find((one) => one.toLowerCase() === whole)
    if (same) return same
    // It is always there, and in one script wherever it is spoken: no table is asked, which a browser loads when it first is.
    if (/^en-[a-z]{2}$/.test(whole)) return 'en'
    const script = scriptOf(tag)
    const found = available.find((one) => script !== undefined && scriptOf(one) === script)
    if (found) return found
  }
  return 'en'
}
