import { mail } from '@latchkey/i18n/en/mail'
import { formatTime } from '@latchkey/i18n/format'
import {
  directionOf,
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

/** One part of a mail, from top to bottom. */
export type MailBlock =
  | { kind: 'text'; text: string; tone?: 'strong' | 'dim' }
  | { kind: 'code'; code: string }
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  /** Shown as a button and, for those who rather read where they go, as text. */
  | { kind: 'link'; label: string; url: string }

export type MailContent = {
  language: LanguageTag
  subject: string
  /** What a mailbox shows beside the subject. */
  preheader: string
  heading: string
  blocks: readonly MailBlock[]
}

export type RenderedMail = { subject: string; text: string; html: string; language: string }

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Text as HTML text or attribute value. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** Groups of three or four read better and are typed with fewer slips. */
const spaced = (code: string) => (code.length === 6 ? code : `${code.slice(0, 4)} ${code.slice(4)}`)

const TONES = {
  plain: 'margin:0 0 16px',
  strong: 'margin:0 0 8px;font-size:14px;font-weight:600',
  dim: 'margin:0 0 8px;font-size:14px;color:#5f6368',
} as const

const factRow = ([name, value]: readonly [string, string]) =>
  `<tr><td style="padding:4px 0;color:#5f6368;white-space:nowrap;vertical-align:top">${escapeHtml(name)}</td>` +
  // Many mail programs know no side but left and right: a cell of its own is right in both directions.
  '<td style="width:16px;padding:0"></td>' +
  `<td style="padding:4px 0;word-break:break-word">${escapeHtml(value)}</td></tr>`

function blockHtml(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p style="${TONES[block.tone ?? 'plain']}">${escapeHtml(block.text)}</p>`
    case 'code':
      return `<p style="margin:0 0 8px;font:600 32px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px">${escapeHtml(spaced(block.code))}</p>`
    case 'facts':
      return `<table role="presentation" style="border-collapse:collapse;font-size:14px;margin:8px 0 24px">\n${block.rows.map(factRow).join('\n')}\n</table>`
    case 'link': {
      const url = escapeHtml(block.url)
      return (
        `<p style="margin:0 0 8px"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#1f3bd6;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>\n` +
        `<p style="margin:0 0 24px;font-size:12px;color:#5f6368;word-break:break-all">${url}</p>`
      )
    }
  }
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'code':
      return `    ${block.code}`
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
    case 'link':
      return `${block.label}:\n${block.url}`
  }
}

/** Lays a mail out, as text and as HTML that needs nothing from elsewhere. Everything is escaped here. */
export function renderMail(content: MailContent): RenderedMail {
  const { language, subject, preheader, heading, blocks } = content
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
<div style="max-width:480px;margin:0 auto">
<h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(heading)}</h1>
${blocks.map(blockHtml).join('\n')}
</div></body></html>
`
  const text = `${[heading, ...blocks.map(blockText)].join('\n\n')}\n`
  return { subject, text, html, language }
}
