import { activeAccount, type Config, type TokenBalance } from '@latchkey/core'
import type { Transaction } from '@latchkey/core/activity'
import { never } from './pretendConnectors.ts'

export type PretendAnswers = {
  /** What the account has, as was read a moment ago; `fails`: the service does not answer. Default: nothing yet. */
  tokens?: readonly TokenBalance[] | 'fails'
  /** What the account has done, in pages; `fails`: the service does not answer. Default: nothing yet. */
  history?: readonly (readonly Transaction[])[] | 'fails'
  /** The name of the account. */
  profileName?: string
}

/** A service that asks no network. */
export const pretendService =
  ({ tokens, history, profileName = '' }: PretendAnswers) =>
  async (url: string): Promise<Response> => {
    const { pathname, searchParams } = new URL(url)
    if (pathname.startsWith('/v1/identity/'))
      return Response.json({ name: profileName || null, avatar: null })
    if (pathname.endsWith('/history')) return answerHistory(history, Number(searchParams.get('cursor') ?? 0))
    return pathname.endsWith('/balance') && tokens === undefined
      ? never()
      : new Response(null, { status: 503 })
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
  const next = page + 1 < history.length ? String(page + 1) : null
  return Response.json({ data: history[page] ?? [], next })
}
