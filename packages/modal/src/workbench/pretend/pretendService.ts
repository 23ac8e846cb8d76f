import { activeAccount, type Config, type TokenBalance } from '@latchkey/core'
import type { Transaction } from '@latchkey/core/activity'
import { never } from './pretendConnectors.ts'
import { answerOnramp, type PretendOnramp } from './pretendOnramp.ts'
import { answerConvert, type PretendSwaps } from './pretendSwaps.ts'

export type PretendAnswers = {
  /** What the account has, as was read a moment ago; `fails`: the service does not answer. Default: nothing yet. */
  tokens?: readonly TokenBalance[] | 'fails'
  /** What the account has done, in pages; `fails`: the service does not answer. Default: nothing yet. */
  history?: readonly (readonly Transaction[])[] | (() => readonly (readonly Transaction[])[]) | 'fails'
  /** What a provider for buying answers; `fails`: it does not. Default: nothing yet. */
  onramp?: PretendOnramp | 'fails'
  /** Collectibles of the account; `fails`: the service does not answer. Default: nothing yet. */
  nfts?: readonly object[] | 'fails'
  /** The name of the account. */
  profileName?: string
  /** What swaps give; `none`: they are not offered. Default: nothing yet. */
  swaps?: PretendSwaps | 'none'
  /** The zone that names are given in; default: none. */
  nameZone?: string
  /** Labels that somebody has; `fails`: the service does not say. Default: none. */
  takenNames?: readonly string[] | 'fails'
}

/** A service that asks no network. */
export const pretendService =
  ({
    tokens,
    history,
    onramp,
    profileName = '',
    nameZone = '',
    takenNames = [],
    nfts,
    swaps,
  }: PretendAnswers) =>
  async (url: string, { body }: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(url)
    if (pathname.startsWith('/v1/identity/'))
      return Response.json({ name: profileName || null, avatar: null })
    if (pathname === '/v1/profile/zones') return Response.json({ zones: nameZone ? [nameZone] : [] })
    if (pathname.startsWith('/v1/profile/suggestions/'))
      return suggest(pathname.split('/').at(-1) ?? '', nameZone, takenNames)
    if (pathname.startsWith('/v1/convert/'))
      return answerConvert(swaps, pathname.slice(12), searchParams, typeof body === 'string' ? body : '{}')
    if (pathname.endsWith('/nfts'))
      return nfts === undefined
        ? never()
        : nfts === 'fails'
          ? new Response(null, { status: 503 })
          : Response.json({ nfts, hasMore: nfts.length > 4 })
    if (pathname.endsWith('/history')) return answerHistory(history, Number(searchParams.get('cursor') ?? 0))
    if (pathname.startsWith('/v1/onramp/')) return answerOnramp(onramp, pathname)
    return pathname.endsWith('/balance') ? answerBalance(tokens) : new Response(null, { status: 503 })
  }

/** Without pictures: an answer may only have those of the service. */
function answerBalance(tokens: PretendAnswers['tokens']): Response | Promise<Response> {
  if (tokens === undefined) return never()
  if (tokens === 'fails') return new Response(null, { status: 503 })
  return Response.json({ balances: tokens.map(({ iconUrl: _, ...token }) => token) })
}

/** Makes tokens be read already: their pictures may be of any kind. */
export function readAlready(config: Config, { tokens }: PretendAnswers): void {
  const { caipAddress } = activeAccount(config)
  if (!caipAddress || tokens === undefined || tokens === 'fails') return
  const now = Date.now()
  config.runtime.portfolios = new Map([[caipAddress, { triedAt: now, failed: undefined, at: now, tokens }]])
}

async function answerHistory(history: PretendAnswers['history'], page: number): Promise<Response> {
  if (history === undefined) return never()
  if (history === 'fails') return new Response(null, { status: 503 })
  const pages = typeof history === 'function' ? history() : history
  const next = page + 1 < pages.length ? String(page + 1) : null
  return Response.json({ data: pages[page] ?? [], next })
}

function suggest(label: string, zone: string, taken: readonly string[] | 'fails'): Response {
  if (taken === 'fails') return new Response(null, { status: 503 })
  const labels = [label, `${label.slice(0, 50)}42`, `the-${label.slice(0, 50)}`, `${label.slice(0, 50)}-pay`]
  return Response.json({
    suggestions: labels.map((one) => ({ name: `${one}.${zone}`, registered: taken.includes(one) })),
  })
}
