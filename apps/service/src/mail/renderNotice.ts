import { type MailKey, type MailLanguage, mailLanguage, mailTime } from './mailLanguage.ts'
import { type MailBlock, type RenderedMail, renderMail } from './renderMail.ts'

type Where = { browser: string; place: string }

/** What an account's owner is told. Links live `days` days, or lead to a page that asks for a sign-in. */
export type Notice =
  | ({ kind: 'new-device'; hostOrigin: string; link: string; days: number } & Where)
  | ({ kind: 'email-changed'; newHint: string; link: string; days: number } & Where)
  | { kind: 'email-added' }
  | { kind: 'identity-added'; network: string; link: string }
  | { kind: 'recovery-changed'; what: RecoveryChange; link: string }
  | ({ kind: 'exported'; what: 'key' | 'phrase' | 'kit'; link: string } & Where)
  | { kind: 'frozen'; link: string }

export type RecoveryChange = 'passkey-added' | 'way-removed' | 'protected'

export type NoticeFrame = { walletName: string; locale: string | undefined; now: number }

type Row = readonly [string, string]
type Parts = { rows: readonly Row[]; button?: MailKey; expiry?: MailKey }

/** The section of the catalogue that tells of it. */
const SECTIONS = {
  'new-device': 'newDevice',
  'email-changed': 'emailChanged',
  'email-added': 'emailAdded',
  'identity-added': 'identityAdded',
  'recovery-changed': 'recoveryChanged',
  exported: 'exported',
  frozen: 'frozen',
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
      return { rows: [[say('facts.network'), notice.network]], button: 'identityAdded.button' }
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
      return { rows: [], button: 'frozen.button' }
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
