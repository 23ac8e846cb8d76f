import {
  type MailBlock,
  type MailKey,
  type MailLanguage,
  mailLanguage,
  mailTime,
  type RenderedMail,
  renderMail,
} from './renderMail.ts'

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

type Where = { browser: string; place: string }

/** What an account's owner is told. Links live `days` days, or lead to a page that asks for a sign-in. */
export type Notice =
  | ({ kind: 'new-device'; hostOrigin: string; link: string; days: number } & Where)
  | ({ kind: 'email-changed'; newHint: string; link: string; days: number } & Where)
  | { kind: 'email-added' }
  /** `network`: as people know it. */
  | { kind: 'identity-added' | 'identity-removed'; network: string; link: string }
  | ({ kind: 'device-removed'; link: string } & Where)
  | { kind: 'recovery-changed'; what: RecoveryChange; link: string }
  | ({ kind: 'exported'; what: 'key' | 'phrase' | 'kit'; link: string } & Where)
  | { kind: 'frozen' | 'unfrozen'; link: string }

export type RecoveryChange = 'passkey-added' | 'code-added' | 'way-removed' | 'protected'

export type NoticeFrame = { walletName: string; locale: string | undefined; now: number }

type Row = readonly [string, string]
type Parts = { rows: readonly Row[]; button?: MailKey; expiry?: MailKey }

/** The section of the catalogue that tells of it. */
const SECTIONS = {
  'new-device': 'newDevice',
  'email-changed': 'emailChanged',
  'email-added': 'emailAdded',
  'identity-added': 'identityAdded',
  'identity-removed': 'identityRemoved',
  'device-removed': 'deviceRemoved',
  'recovery-changed': 'recoveryChanged',
  exported: 'exported',
  frozen: 'frozen',
  unfrozen: 'unfrozen',
} as const satisfies Record<Notice['kind'], string>

const whereRows = ({ say, browser }: MailLanguage, where: Where): readonly Row[] => [
  [say('facts.browser'), browser(where.browser)],
  [say('facts.place'), where.place],
]

function partsOf(language: MailLanguage, notice: Notice): Parts {
  const { say } = language
  switch (notice.kind) {
    case 'new-device':
      return {
        rows: [[say('facts.usedSite'), notice.hostOrigin], ...whereRows(language, notice)],
        button: 'newDevice.button',
        expiry: 'newDevice.expiry',
      }
    case 'email-changed':
      return {
        rows: [[say('facts.newAddress'), notice.newHint], ...whereRows(language, notice)],
        button: 'emailChanged.button',
        expiry: 'emailChanged.expiry',
      }
    case 'email-added':
      return { rows: [] }
    case 'identity-added':
    case 'identity-removed':
      return {
        rows: [[say('facts.network'), notice.network]],
        button: `${SECTIONS[notice.kind]}.button`,
      }
    case 'device-removed':
      return { rows: whereRows(language, notice), button: 'deviceRemoved.button' }
    case 'recovery-changed':
      return {
        rows: [[say('facts.change'), say(`recoveryChanged.what.${notice.what}`)]],
        button: 'recoveryChanged.button',
      }
    case 'exported':
      return {
        rows: [[say('facts.exported'), say(`exported.what.${notice.what}`)], ...whereRows(language, notice)],
        button: 'exported.button',
      }
    case 'frozen':
    case 'unfrozen':
      return { rows: [], button: `${notice.kind}.button` }
  }
}

function linkBlocks({ say }: MailLanguage, notice: Notice, { button, expiry }: Parts): MailBlock[] {
  if (!button || !('link' in notice)) return []
  const link: MailBlock = { kind: 'link', label: say(button), url: notice.link }
  if (!expiry || !('days' in notice)) return [link]
  return [link, { kind: 'text', text: say(expiry, { days: notice.days }), tone: 'dim' }]
}

/** Writes a notice: what happened, where and when, and what to do if that was somebody else. */
export function renderNotice(notice: Notice, frame: NoticeFrame): RenderedMail {
  const language = mailLanguage(frame.locale)
  const { say } = language
  const wallet = frame.walletName
  const section = SECTIONS[notice.kind]
  const parts = partsOf(language, notice)
  return renderMail({
    language: language.tag,
    subject: say(`${section}.subject`, { wallet }),
    preheader: say(`${section}.preheader`),
    heading: say(`${section}.heading`, { wallet }),
    blocks: [
      { kind: 'text', text: say(`${section}.intro`) },
      { kind: 'facts', rows: [...parts.rows, [say('facts.time'), mailTime(language, frame.now)]] },
      { kind: 'text', text: say(`${section}.otherwise`) },
      ...linkBlocks(language, notice, parts),
    ],
  })
}
