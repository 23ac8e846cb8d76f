import { mailLanguage, mailTime } from './mailLanguage.ts'
import { type RenderedMail, renderMail } from './renderMail.ts'

export type DeviceMail = {
  /** Leads to the page where the request is answered; the token is in its fragment. */
  link: string
  /** Milliseconds the link lives. */
  lifetime: number
  walletName: string
  hostOrigin: string
  projectName: string
  browser: string
  place: string
  locale: string | undefined
  now: number
}

/**
 * Writes the mail that asks whether a device may sign in. The number to compare is not in it: it stands on the page
 * behind the link, so that nobody can read it out to a stranger.
 */
export function renderDeviceMail(mail: DeviceMail): RenderedMail {
  const language = mailLanguage(mail.locale)
  const { say } = language
  const wallet = mail.walletName
  const minutes = Math.round(mail.lifetime / 60_000)
  return renderMail({
    language: language.tag,
    subject: say('device.subject', { wallet }),
    preheader: say('device.preheader', { minutes }),
    heading: say('device.heading', { wallet }),
    blocks: [
      { kind: 'text', text: say('device.intro') },
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
      { kind: 'text', text: say('device.number') },
      { kind: 'link', label: say('device.button'), url: mail.link },
      { kind: 'text', text: say('device.expiry', { minutes }), tone: 'dim' },
      { kind: 'text', text: say('device.ignore'), tone: 'dim' },
    ],
  })
}
