import { de } from './de.ts'
import { en } from './en.ts'
import type { PageTexts } from './PageTexts.ts'

const catalogues: Readonly<Record<string, PageTexts>> = { en, de }

/**
 * The texts of the first language that there are some for; English for none.
 *
 * @param wanted BCP 47 tags or an Accept-Language header, as somebody else wrote them
 */
export function choosePageTexts(...wanted: readonly (string | null | undefined)[]): {
  language: string
  texts: PageTexts
} {
  const tags = wanted.flatMap((text) => (text ?? '').slice(0, 256).split(','))
  const languages = tags.map((tag) => /^\s*([A-Za-z]{2,3})\b/.exec(tag)?.[1]?.toLowerCase() ?? '')
  const language = languages.find((candidate) => Object.hasOwn(catalogues, candidate)) ?? 'en'
  return { language, texts: catalogues[language] ?? en }
}
