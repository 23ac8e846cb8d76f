import { sayBrowserName } from '@latchkey/protocol/http'
import type { MailTexts } from './locales/MailTexts.ts'
import { mailTime, textsOf } from './mailLanguage.ts'
import { type RenderedMail, renderMail } from './renderMail.ts'

export type CodePurpose = keyof MailTexts['code']['purposes']

export type CodeMail = {
  purpose: CodePurpose
  code: string
  /** Milliseconds the code lives. */
  lifetime: number
  walletName: string
  walletOrigin: string
  hostOrigin: string
  projectName: string
  /** Who asks: families and network alone. */
  browser: string
  place: string
  locale: string | undefined
  now: number
}

/**
 * Writes the mail that carries a code: what for, who asks, when, and where alone to type it. It has no link, so that
 * nothing happens when a scanner opens it.
 */
export function renderCodeMail(mail: CodeMail): RenderedMail {
  const { language, texts } = textsOf(mail.locale)
  const { facts, code } = texts
  const purpose = code.purposes[mail.purpose]
  const minutes = Math.round(mail.lifetime / 60_000)
  return renderMail({
    language,
    subject: purpose.subject(mail.walletName),
    preheader: code.preheader(minutes),
    heading: purpose.heading(mail.walletName),
    blocks: [
      { kind: 'text', text: purpose.intro },
      { kind: 'code', code: mail.code },
      { kind: 'text', text: code.expiry(minutes), tone: 'dim' },
      {
        kind: 'facts',
        rows: [
          [facts.site, mail.hostOrigin],
          [facts.app, facts.named(mail.projectName)],
          [facts.browser, sayBrowserName(mail.browser, facts.browserName)],
          [facts.place, mail.place],
          [facts.time, mailTime(language, mail.now)],
        ],
      },
      { kind: 'text', text: code.where(new URL(mail.walletOrigin).host), tone: 'strong' },
      { kind: 'text', text: purpose.ignore, tone: 'dim' },
    ],
  })
}
