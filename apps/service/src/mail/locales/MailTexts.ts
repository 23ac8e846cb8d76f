import type { BrowserWords } from '@latchkey/protocol/http'

type Heading = { subject: (wallet: string) => string; heading: (wallet: string) => string }

/** What a code is for. */
export type CodeTexts = Heading & { intro: string; ignore: string }

/** A notice: what has happened, and what to do if that was somebody else. */
export type NoticeTexts = Heading & { preheader: string; intro: string; otherwise: string }

/** Everything that a mail says, in one language. */
export type MailTexts = {
  facts: {
    site: string
    /** Where a sign-in that has happened was made. */
    usedSite: string
    app: string
    /** A name that somebody else gave, marked as such. */
    named: (name: string) => string
    browser: string
    /** What the browser itself is called, in the language of the mail. */
    browserName: BrowserWords
    place: string
    time: string
    newAddress: string
    exported: string
    network: string
    change: string
  }
  code: {
    preheader: (minutes: number) => string
    expiry: (minutes: number) => string
    where: (walletHost: string) => string
    purposes: Record<'login' | 'account' | 'email-old' | 'email-new', CodeTexts>
  }
  device: Heading & {
    preheader: (minutes: number) => string
    intro: string
    number: string
    button: string
    expiry: (minutes: number) => string
    ignore: string
  }
  newDevice: NoticeTexts & { button: string; expiry: (days: number) => string }
  emailChanged: NoticeTexts & { button: string; expiry: (days: number) => string }
  emailAdded: NoticeTexts
  identityAdded: NoticeTexts & { button: string }
  recoveryChanged: NoticeTexts & {
    button: string
    what: Record<'passkey-added' | 'way-removed' | 'protected', string>
  }
  exported: NoticeTexts & { button: string; what: Record<'key' | 'phrase' | 'kit', string> }
  frozen: NoticeTexts & { button: string }
}
