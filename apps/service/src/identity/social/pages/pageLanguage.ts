import { pages } from '@latchkey/i18n/en/pages'
import { LANGUAGES, languageOf, loadCatalogue, type Words } from '@latchkey/i18n/languages/pages'
import { type Language, say, type Values } from '@latchkey/i18n/say'

export type PageKey = keyof Words<'pages'>

/** What the pages say that a sign-in at a social network passes through, in one language. */
export type PageLanguage = Pick<Language, 'tag' | 'dir'> & {
  say(key: PageKey, values?: Values): string
}

const catalogues = new Map(
  await Promise.all(LANGUAGES.map(async (tag) => [tag, await loadCatalogue(tag)] as const)),
)

/**
 * The first language that there are words for; English for none.
 *
 * @param wanted BCP 47 tags or an Accept-Language header, as somebody else wrote them
 */
export function pageLanguage(...wanted: readonly (string | null | undefined)[]): PageLanguage {
  const tags = wanted.flatMap((text) => (text ?? '').slice(0, 256).split(','))
  const tag = languageOf(tags.map((one) => one.replace(/;.*$/s, '')))
  const loaded = catalogues.get(tag)
  const messages = loaded?.catalogue.pages ?? pages
  return {
    tag,
    dir: loaded?.dir ?? 'ltr',
    say: (key, values) => say<PageKey>({ tag, messages }, key, values),
  }
}
