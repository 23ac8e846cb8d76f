import { sayBrowserName } from '@latchkey/protocol/http'
import type { MailTexts, NoticeTexts } from './locales/MailTexts.ts'
import { mailTime, textsOf } from './mailLanguage.ts'
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
type Parts = { texts: NoticeTexts; rows: readonly Row[]; after: readonly MailBlock[] }

const whereRows = ({ facts }: MailTexts, { browser, place }: Where): readonly Row[] => [
  [facts.browser, sayBrowserName(browser, facts.browserName)],
  [facts.place, place],
]

const linkBlocks = (
  { button, expiry }: { button: string; expiry?: (days: number) => string },
  notice: { link: string; days?: number },
): MailBlock[] => [
  { kind: 'link', label: button, url: notice.link },
  ...(expiry && notice.days ? [{ kind: 'text', text: expiry(notice.days), tone: 'dim' } as const] : []),
]

function partsOf(texts: MailTexts, notice: Notice): Parts {
  const { facts } = texts
  switch (notice.kind) {
    case 'new-device':
      return {
        texts: texts.newDevice,
        rows: [[facts.usedSite, notice.hostOrigin], ...whereRows(texts, notice)],
        after: linkBlocks(texts.newDevice, notice),
      }
    case 'email-changed':
      return {
        texts: texts.emailChanged,
        rows: [[facts.newAddress, notice.newHint], ...whereRows(texts, notice)],
        after: linkBlocks(texts.emailChanged, notice),
      }
    case 'email-added':
      return { texts: texts.emailAdded, rows: [], after: [] }
    case 'identity-added':
      return {
        texts: texts.identityAdded,
        rows: [[facts.network, notice.network]],
        after: linkBlocks(texts.identityAdded, notice),
      }
    case 'recovery-changed':
      return {
        texts: texts.recoveryChanged,
        rows: [[facts.change, texts.recoveryChanged.what[notice.what]]],
        after: linkBlocks(texts.recoveryChanged, notice),
      }
    case 'exported':
      return {
        texts: texts.exported,
        rows: [[facts.exported, texts.exported.what[notice.what]], ...whereRows(texts, notice)],
        after: linkBlocks(texts.exported, notice),
      }
    case 'frozen':
      return { texts: texts.frozen, rows: [], after: linkBlocks(texts.frozen, notice) }
  }
}

/** Writes a notice: what happened, where and when, and what to do if that was somebody else. */
export function renderNotice(notice: Notice, frame: NoticeFrame): RenderedMail {
  const { language, texts } = textsOf(frame.locale)
  const parts = partsOf(texts, notice)
  return renderMail({
    language,
    subject: parts.texts.subject(frame.walletName),
    preheader: parts.texts.preheader,
    heading: parts.texts.heading(frame.walletName),
    blocks: [
      { kind: 'text', text: parts.texts.intro },
      { kind: 'facts', rows: [...parts.rows, [texts.facts.time, mailTime(language, frame.now)]] },
      { kind: 'text', text: parts.texts.otherwise },
      ...parts.after,
    ],
  })
}
