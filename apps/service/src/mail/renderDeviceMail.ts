import { sayBrowserName } from '@latchkey/protocol/http'
import { mailTime, textsOf } from './mailLanguage.ts'
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
  const { language, texts } = textsOf(mail.locale)
  const { facts, device } = texts
  const minutes = Math.round(mail.lifetime / 60_000)
  return renderMail({
    language,
    subject: device.subject(mail.walletName),
    preheader: device.preheader(minutes),
    heading: device.heading(mail.walletName),
    blocks: [
      { kind: 'text', text: device.intro },
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
      { kind: 'text', text: device.number },
      { kind: 'link', label: device.button, url: mail.link },
      { kind: 'text', text: device.expiry(minutes), tone: 'dim' },
      { kind: 'text', text: device.ignore, tone: 'dim' },
    ],
  })
}
