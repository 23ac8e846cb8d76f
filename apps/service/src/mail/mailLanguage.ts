import { mail } from '@latchkey/i18n/en/mail'
import { formatTime } from '@latchkey/i18n/format'
import {
  LANGUAGES,
  type LanguageTag,
  languageOf,
  loadCatalogue,
  type Words,
} from '@latchkey/i18n/languages/mail'
import { say, type Values } from '@latchkey/i18n/say'
import { sayBrowserName } from '@latchkey/protocol/http'

export type MailKey = keyof Words<'mail'>

/** Writes a mail's sentences in one language. What becomes HTML is escaped where the mail is laid out. */
export type MailLanguage = {
  /** BCP 47 */
  tag: LanguageTag
  say(key: MailKey, values?: Values): string
  /** What a browser is called. */
  browser(name: string): string
}

const catalogues = new Map(
  await Promise.all(
    LANGUAGES.map(async (tag) => [tag, (await loadCatalogue(tag))?.catalogue.mail ?? mail] as const),
  ),
)

/**
 * The language of a locale; English for one that there is none for.
 *
 * @param locale BCP 47, as somebody else wrote it
 */
export function mailLanguage(locale: string | undefined): MailLanguage {
  const tag = languageOf([locale])
  const language = { tag, messages: catalogues.get(tag) ?? mail }
  const write: MailLanguage['say'] = (key, values) => say<MailKey>(language, key, values)
  const words = {
    on: (browser: string, system: string) => write('facts.browser.on', { browser, system }),
    unknown: write('facts.browser.unknown'),
  }
  return { tag, say: write, browser: (name) => sayBrowserName(name, words) }
}

/** A moment as a mail tells it: in UTC, for nobody knows where the reader is. */
export const mailTime = ({ tag }: MailLanguage, at: number): string => `${formatTime(tag, at, 'UTC')} UTC`
