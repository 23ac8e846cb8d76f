import { mailLanguage, mailTime } from './mailLanguage.ts'
import { type RenderedMail, renderMail } from './renderMail.ts'

export type CodePurpose = 'login' | 'account' | 'email-old' | 'email-new'

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
  const language = mailLanguage(mail.locale)
  const { say } = language
  const { purpose, walletName: wallet } = mail
  const minutes = Math.round(mail.lifetime / 60_000)
  return renderMail({
    language: language.tag,
    subject: say(`code.${purpose}.subject`, { wallet }),
    preheader: say('code.preheader', { minutes }),
    heading: say(`code.${purpose}.heading`, { wallet }),
    blocks: [
      { kind: 'text', text: say(`code.${purpose}.intro`) },
      { kind: 'code', code: mail.code },
      { kind: 'text', text: say('code.expiry', { minutes }), tone: 'dim' },
      {
        kind: 'facts',
        rows: [
          [say('facts.site'), mail.hostOrigin],
          [say('facts.app'), say('facts.named', { name: mail.projectName })],
          [say('facts.browser'), language.browser(mail.browser)],
          [say('facts.place'), mail.place],
          [say('facts.time'), mailTime(language, mail.now)],
        ],
      },
      { kind: 'text', text: say('code.where', { host: new URL(mail.walletOrigin).host }), tone: 'strong' },
      { kind: 'text', text: say(`code.${purpose}.ignore`), tone: 'dim' },
    ],
  })
}
