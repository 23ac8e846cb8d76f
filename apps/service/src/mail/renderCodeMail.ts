import { de } from './locales/de.ts'
import { en, type MailTexts } from './locales/en.ts'

export type CodeMail = {
  code: string
  /** Milliseconds the code lives. */
  lifetime: number
  walletName: string
  walletOrigin: string
  hostOrigin: string
  projectName: string
  locale: string | undefined
  now: number
}

export type RenderedMail = { subject: string; text: string; html: string; language: string }

const catalogues: Readonly<Record<string, MailTexts>> = { en, de }

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

function languageOf(locale: string | undefined): string {
  const language = (locale ?? 'en').split('-')[0]?.toLowerCase() ?? 'en'
  return Object.hasOwn(catalogues, language) ? language : 'en'
}

const row = (name: string, value: string) =>
  `<tr><td style="padding:4px 16px 4px 0;color:#5f6368;white-space:nowrap;vertical-align:top">${name}</td>` +
  `<td style="padding:4px 0;word-break:break-word">${value}</td></tr>`

/**
 * Writes the mail that carries a code: who asks, when, and where alone to type it. It has no link, so that nothing
 * happens when a scanner opens it.
 */
export function renderCodeMail(mail: CodeMail): RenderedMail {
  const language = languageOf(mail.locale)
  const texts = catalogues[language] ?? en
  const minutes = Math.round(mail.lifetime / 60_000)
  const time = `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(mail.now)} UTC`
  const where = texts.where(new URL(mail.walletOrigin).host)
  const text = [
    texts.heading(mail.walletName),
    '',
    texts.intro,
    '',
    `    ${mail.code}`,
    '',
    texts.expiry(minutes),
    '',
    `${texts.site}: ${mail.hostOrigin}`,
    `${texts.app}: "${mail.projectName}" ${texts.unverified}`,
    `${texts.time}: ${time}`,
    '',
    where,
    '',
    texts.ignore,
    '',
  ].join('\n')
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(texts.subject(mail.walletName))}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(texts.preheader(minutes))}</div>
<div style="max-width:480px;margin:0 auto">
<h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(texts.heading(mail.walletName))}</h1>
<p style="margin:0 0 8px">${escapeHtml(texts.intro)}</p>
<p style="margin:0 0 8px;font:600 32px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px">${escapeHtml(spaced(mail.code))}</p>
<p style="margin:0 0 24px;color:#5f6368">${escapeHtml(texts.expiry(minutes))}</p>
<table role="presentation" style="border-collapse:collapse;font-size:14px;margin:0 0 24px">
${row(escapeHtml(texts.site), escapeHtml(mail.hostOrigin))}
${row(escapeHtml(texts.app), `“${escapeHtml(mail.projectName)}” ${escapeHtml(texts.unverified)}`)}
${row(escapeHtml(texts.time), escapeHtml(time))}
</table>
<p style="margin:0 0 8px;font-size:14px"><strong>${escapeHtml(where)}</strong></p>
<p style="margin:0;font-size:14px;color:#5f6368">${escapeHtml(texts.ignore)}</p>
</div></body></html>
`
  return { subject: texts.subject(mail.walletName), text, html, language }
}
