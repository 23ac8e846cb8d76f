import type { Route } from '@latchkey/protocol/http'
import type { Answer } from './createDevice.ts'
import { API, type TestService, WALLET } from './createTestService.ts'

/** A call of one of the wallet's own top-level pages: it holds no key and no session. */
export async function askAsWallet(
  service: TestService,
  route: Route,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await service.app.request(
    `${API}${route.path}`,
    {
      method: route.method,
      headers: { origin: WALLET, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    },
    { incoming: { socket: { remoteAddress: '203.0.113.50' } } },
  )
  return { status: answer.status, headers: answer.headers, body: await answer.json(), proof: null }
}

/** The token of the link in a mail's text. */
export function tokenIn(text: string | undefined, page: 'device' | 'link'): string {
  const token = new RegExp(`^${WALLET}/${page}#([A-Za-z0-9_-]{43})$`, 'm').exec(text ?? '')?.[1]
  if (!token) throw new Error('The mail has no link.')
  return token
}
