import {
  SOCIAL_RETURN,
  SocialDeclinedError,
  SocialGoneError,
  type socialMessage,
} from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import type { ServiceConfig } from '../../../config/ServiceConfig.ts'
import type { CallbackOutcome } from '../answerCallback.ts'
import { socialNetworks } from '../socialNetworks.ts'
import { choosePageTexts, type PageTexts } from './pageTexts.ts'
import { type Page, renderPage } from './renderPage.ts'

export type Waiting = {
  /** As the page that opened the window wrote it. */
  provider: string | undefined
  locale: string | undefined
  acceptLanguage: string | undefined
}

const titleOf = (provider: string | undefined): string | null =>
  Object.values(socialNetworks).find(({ id }) => id === provider)?.title ?? null

/** What a popup shows until its page knows where to send it. It needs no script, and says what to do when nothing comes. */
export function waitingPage(config: ServiceConfig, waiting: Waiting): Response {
  const { language, texts } = choosePageTexts(waiting.locale, waiting.acceptLanguage)
  return renderPage(config, {
    language,
    mark: 'key',
    isBusy: true,
    heading: texts.opening(titleOf(waiting.provider)),
    paragraphs: [{ text: texts.comeBack }, { text: texts.late, kind: 'late' }],
  })
}

type Ended = Extract<CallbackOutcome, { flow: unknown }>

/**
 * Hands the message to the page that opened the window, if that is the site that asked, and closes. The window stays a
 * moment, or the message could come from a window that is no more.
 */
const SCRIPT = `
const root = document.documentElement
const { message, target } = root.dataset
if (window.opener) {
  root.dataset.state = 'sent'
  window.opener.postMessage(JSON.parse(message), target)
  setTimeout(() => window.close(), 250)
} else {
  root.dataset.state = 'lost'
}
`

function resultUri({ walletOrigin }: ServiceConfig, outcome: Ended): string {
  const url = new URL('/social/done', walletOrigin)
  url.searchParams.set('flow', outcome.flow.id)
  if (outcome.kind === 'done') url.searchParams.set('result', outcome.result)
  else url.searchParams.set('error', String(outcome.code))
  return url.href
}

function headingOf(texts: PageTexts, outcome: Ended): string {
  const provider = outcome.flow.provider as keyof typeof socialNetworks
  const { title } = socialNetworks[provider]
  if (outcome.kind === 'done') return texts.confirmed(title)
  if (outcome.code === SocialDeclinedError.code) return texts.declined(title)
  return outcome.code === SocialGoneError.code ? texts.expired : texts.failed(title)
}

/** What somebody has decided is no failure. */
function markOf(outcome: Ended): Page['mark'] {
  if (outcome.kind === 'done') return 'done'
  return outcome.code === SocialDeclinedError.code ? 'key' : 'failed'
}

function popupPage(config: ServiceConfig, outcome: Ended, acceptLanguage: string | undefined): Response {
  const { flow } = outcome
  const { language, texts } = choosePageTexts(flow.locale, acceptLanguage)
  const site = new URL(flow.hostOrigin).host
  const message: z.output<typeof socialMessage> = {
    type: 'latchkey.social',
    resultUri: resultUri(config, outcome),
  }
  return renderPage(config, {
    language,
    mark: markOf(outcome),
    heading: headingOf(texts, outcome),
    paragraphs: [
      { text: texts.closing(site), kind: 'sent' },
      { text: texts.stillOpen, kind: 'sent late' },
      { text: texts.lost(site), kind: 'lost' },
    ],
    // Without a script the message goes nowhere.
    data: { state: 'lost', message: JSON.stringify(message), target: flow.hostOrigin },
    script: SCRIPT,
  })
}

/** Back to the page of the site, with the result where no server sees it. What stands in the fragment already stays. */
function redirect(returnUri: string, outcome: Ended): Response {
  const { id } = outcome.flow
  const value = outcome.kind === 'done' ? `${id}.${outcome.result}` : `${id}.error.${outcome.code}`
  const url = new URL(returnUri)
  url.hash = `${url.hash ? `${url.hash.slice(1)}&` : ''}${SOCIAL_RETURN}=${value}`
  return new Response(null, {
    status: 303,
    headers: {
      location: url.href,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'unsafe-none',
    },
  })
}

const STATUSES = { unknown: 404, foreign: 400, used: 410 } as const

/** How a callback ends for the browser: the result goes to the site that asked, and to nobody else. */
export function endPage(
  config: ServiceConfig,
  outcome: CallbackOutcome,
  acceptLanguage: string | undefined,
): Response {
  if ('flow' in outcome)
    return outcome.flow.returnUri === null
      ? popupPage(config, outcome, acceptLanguage)
      : redirect(outcome.flow.returnUri, outcome)
  const { language, texts } = choosePageTexts(acceptLanguage)
  const isUsed = outcome.kind === 'used'
  return renderPage(
    config,
    {
      language,
      mark: isUsed ? 'key' : 'failed',
      heading: isUsed ? texts.used : texts.foreign,
      paragraphs: [{ text: isUsed ? texts.usedHelp : texts.foreignHelp }],
    },
    STATUSES[outcome.kind],
  )
}
