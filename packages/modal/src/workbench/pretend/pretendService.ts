import type { TokenBalance } from '@latchkey/core'
import { never } from './pretendConnectors.ts'

export type PretendAnswers = {
  /** What the service knows of the account; `fails`: it does not answer. Default: nothing yet. */
  tokens?: readonly TokenBalance[] | 'fails'
  /** The name of the account. */
  profileName?: string
}

/** A service that asks no network. */
export const pretendService =
  ({ tokens, profileName = '' }: PretendAnswers) =>
  async (url: string): Promise<Response> => {
    const { pathname } = new URL(url)
    if (pathname.startsWith('/v1/identity/'))
      return Response.json({ name: profileName || null, avatar: null })
    if (!pathname.endsWith('/balance')) return new Response(null, { status: 404 })
    if (tokens === undefined) return never()
    return tokens === 'fails' ? new Response(null, { status: 503 }) : Response.json({ balances: tokens })
  }
