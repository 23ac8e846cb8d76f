import { de } from './locales/de.ts'
import { en } from './locales/en.ts'
import type { MailTexts } from './locales/MailTexts.ts'

const catalogues: Readonly<Record<string, MailTexts>> = { en, de }

/**
 * The texts of a locale's language; English for one that there is none for.
 *
 * @param locale BCP 47, as somebody else wrote it
 */
export function textsOf(locale: string | undefined): { language: string; texts: MailTexts } {
  const asked = (locale ?? 'en').split('-')[0]?.toLowerCase() ?? 'en'
  const language = Object.hasOwn(catalogues, asked) ? asked : 'en'
  return { language, texts: catalogues[language] ?? en }
}

/** A moment as a mail tells it: in UTC, for nobody knows where the reader is. */
export const mailTime = (language: string, at: number): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
