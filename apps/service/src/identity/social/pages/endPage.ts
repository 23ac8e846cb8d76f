import {
  SOCIAL_RETURN,
  SocialDeclinedError,
  SocialGoneError,
  type socialMessage,
} from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import type { ServiceConfig } from '../../../config/ServiceConfig.ts'
import type { ServiceContext } from '../../../context/ServiceContext.ts'
import type { CallbackOutcome } from '../answerCallback.ts'
import { confirmFlow, type SocialFlow } from '../flows.ts'
import { socialNetworks } from '../socialNetworks.ts'
import { type PageLanguage, pageLanguage } from './pageLanguage.ts'
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
  const language = pageLanguage(waiting.locale, waiting.acceptLanguage)
  const title = titleOf(waiting.provider)
  return renderPage(config, {
    language,
    mark: 'key',
    isBusy: true,
    heading: title ? language.say('opening', { network: title }) : language.say('openingAny'),
    paragraphs: [{ text: language.say('comeBack') }, { text: language.say('late'), kind: 'late' }],
  })
}

type Ended = Extract<CallbackOutcome, { flow: unknown }>

/**
 * Brings the result to the wallet's own frame, which stands in the page that opened this window and has made a door for
 * it: an empty frame of this origin, named after the sign-in. Then it tells that page that the sign-in is over, and
 * closes. The page never gets the result, and a frame that did not begin the sign-in has no such door: nobody can pass it
 * on. A page that was loaded anew makes its door once it has been told. It is told again and again: nobody knows when it
 * listens. The person hears after 16 s that the page has not answered; one that is slower yet finds the window still
 * there. The window stays a moment, or the message could come from a window that is no more.
 */
const POPUP_SCRIPT = `
const root = document.documentElement
const { message, target, flow, result } = root.dataset
const page = window.opener
let over = false
const tell = () => {
  root.dataset.told = ''
  page.postMessage(JSON.parse(message), target)
}
const end = () => {
  if (over) return
  over = true
  root.dataset.state = 'sent'
  tell()
  setTimeout(() => window.close(), 250)
}
const bring = () => {
  if (over) return
  const door = window.open('', 'lk-' + flow)
  if (!door) return
  if (door === door.parent) return door.close()
  door.parent.postMessage({ type: 'latchkey.result', flowId: flow, result }, location.origin)
}
if (page && result) {
  root.dataset.state = 'bringing'
  window.addEventListener('message', ({ origin, data }) => {
    if (origin === location.origin && data === flow) end()
  })
  bring()
  for (const s of [0.6, 1.5, 3, 5, 8, 11, 14, 18, 23, 29, 36, 44, 52]) {
    setTimeout(() => over || tell(), s * 1000)
    setTimeout(bring, s * 1000 + 400)
  }
  setTimeout(() => {
    if (!over) root.dataset.state = 'lost'
  }, 16000)
} else if (page) end()
else root.dataset.state = 'lost'
`

/**
 * No click agrees that was begun before the page was there to be read. It may have been there for long, under another
 * window that goes away between the two clicks of a double click: the time begins anew whenever it gets the focus.
 */
const CONSENT_SCRIPT = `
const button = document.querySelector('button')
let timer
const arm = () => {
  clearTimeout(timer)
  button.disabled = true
  if (document.visibilityState === 'visible' && document.hasFocus())
    timer = setTimeout(() => { button.disabled = false }, 1000)
}
for (const name of ['focus', 'blur', 'resize']) addEventListener(name, arm)
document.addEventListener('visibilitychange', arm)
arm()
`

/** The account page writes down in this very tab what it has begun. Whoever was sent here has begun nothing. */
const ACCOUNT_SCRIPT = `
const root = document.documentElement
if (sessionStorage.getItem('latchkey.social') === root.dataset.flow) {
  root.dataset.state = 'sent'
  document.forms[0].submit()
} else root.dataset.state = 'lost'
`

function resultUri({ walletOrigin }: ServiceConfig, outcome: Ended): string {
  const url = new URL('/social/done', walletOrigin)
  url.searchParams.set('flow', outcome.flow.id)
  if (outcome.kind === 'failed') url.searchParams.set('error', String(outcome.code))
  return url.href
}

function headingOf({ say }: PageLanguage, outcome: Ended): string {
  const provider = outcome.flow.provider as keyof typeof socialNetworks
  const { title } = socialNetworks[provider]
  if (outcome.kind === 'done') return say('confirmed', { network: title })
  if (outcome.code === SocialDeclinedError.code) return say('declined', { network: title })
  return outcome.code === SocialGoneError.code ? say('expired') : say('failed', { network: title })
}

/** What somebody has decided is no failure. */
function markOf(outcome: Ended): Page['mark'] {
  if (outcome.kind === 'done') return 'done'
  return outcome.code === SocialDeclinedError.code ? 'key' : 'failed'
}

function popupPage(config: ServiceConfig, outcome: Ended, acceptLanguage: string | undefined): Response {
  const { flow } = outcome
  const language = pageLanguage(flow.locale, acceptLanguage)
  const site = new URL(flow.hostOrigin).host
  const message: z.output<ReturnType<typeof socialMessage>> = {
    type: 'latchkey.social',
    resultUri: resultUri(config, outcome),
  }
  return renderPage(config, {
    language,
    mark: markOf(outcome),
    heading: headingOf(language, outcome),
    paragraphs: [
      { text: language.say('closing', { site }), kind: 'sent' },
      { text: language.say('stillOpen'), kind: 'sent late' },
      { text: language.say('lost', { site }), kind: 'lost' },
    ],
    // Without a script the message goes nowhere.
    data: {
      state: 'lost',
      message: JSON.stringify(message),
      target: flow.hostOrigin,
      flow: flow.id,
      ...(outcome.kind === 'done' ? { result: outcome.result } : {}),
    },
    script: POPUP_SCRIPT,
  })
}

/**
 * Asks the person before a site hears of a sign-in in redirect mode: there the wallet has not met its own frame, so the
 * person has to know the site and the device that the sign-in is for.
 */
function consentPage(
  config: ServiceConfig,
  { flow, result, begun }: Extract<CallbackOutcome, { kind: 'done' }>,
  acceptLanguage: string | undefined,
): Response {
  const language = pageLanguage(flow.locale, acceptLanguage)
  const site = new URL(flow.hostOrigin).host
  const form = {
    action: `${config.walletOrigin}/social/confirm`,
    fields: { flow: flow.id, result },
    button: language.say('goOn', { site }),
    leadsTo: [config.walletOrigin, flow.hostOrigin],
  }
  const isOwn = flow.hostOrigin === config.walletOrigin
  return renderPage(config, {
    language,
    mark: 'key',
    ...(isOwn
      ? {
          heading: headingOf(language, { kind: 'done', flow, result, begun }),
          paragraphs: [{ text: language.say('foreignHelp'), kind: 'lost' }],
        }
      : {
          heading: language.say('consent', { site }),
          paragraphs: [{ text: language.say('begun', { site, ...begun }) }, { text: language.say('notYou') }],
        }),
    form,
    data: isOwn ? { state: 'lost', flow: flow.id } : {},
    script: isOwn ? ACCOUNT_SCRIPT : CONSENT_SCRIPT,
  })
}

/**
 * Back to the page of the site. The address names the sign-in, which serves nobody but the key that began it. What stands
 * in the fragment already stays.
 *
 * @param error code of what the sign-in has come to instead
 */
function redirect({ id, returnUri }: SocialFlow, error?: number): Response {
  const value = error === undefined ? id : `${id}.error.${error}`
  const url = new URL(returnUri ?? '')
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

const STATUSES = { unknown: 404, foreign: 400, elsewhere: 400, used: 410 } as const

/** How the question of `consentPage` ends: only the page that was asked knows the result. */
export async function answerConsent(
  service: ServiceContext,
  form: URLSearchParams,
  acceptLanguage: string | undefined,
): Promise<Response> {
  const flow = await confirmFlow(service, form.get('flow') ?? '', form.get('result') ?? '')
  return flow ? redirect(flow) : endPage(service.config, { kind: 'used' }, acceptLanguage)
}

/** How a callback ends for the browser: the result goes to the wallet's own frame, and to nobody else. */
export function endPage(
  config: ServiceConfig,
  outcome: CallbackOutcome,
  acceptLanguage: string | undefined,
): Response {
  if ('flow' in outcome) {
    if (outcome.flow.returnUri === null) return popupPage(config, outcome, acceptLanguage)
    return outcome.kind === 'done'
      ? consentPage(config, outcome, acceptLanguage)
      : redirect(outcome.flow, outcome.code)
  }
  const language = pageLanguage(acceptLanguage)
  const isUsed = outcome.kind === 'used'
  const said = isUsed ? 'used' : outcome.kind === 'elsewhere' ? 'elsewhere' : 'foreign'
  return renderPage(
    config,
    {
      language,
      mark: isUsed ? 'key' : 'failed',
      heading: language.say(said),
      paragraphs: [{ text: language.say(`${said}Help`) }],
    },
    STATUSES[outcome.kind],
  )
}
