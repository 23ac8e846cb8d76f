import { withDeadline } from '@latchkey/std/deadline'
import * as oauth from 'openid-client'
import { UnreadableAnswerError } from '../../upstreams/boundedFetch.ts'
import type { SocialClient } from './createSocialClients.ts'
import type { SocialIdentity } from './flows.ts'

/** How far the clocks of a network and of the service may differ, ms. */
const CLOCK_TOLERANCE = 60_000

export type CodeExchange = {
  /** What came to the callback, state and code among it. */
  callback: URLSearchParams
  state: string
  verifier: string
  /** Of the authorization request; the ID token must carry it. */
  nonce: string
  /** When the login began, ms since the epoch. */
  startedAt: number
  /** Of all requests together, ms. */
  timeout: number
  now: () => number
}

const PASSED_ON = ['state', 'code', 'iss', 'error'] as const

/** The redirect URI with those parameters alone that the exchange reads. */
function callbackUrl(redirectUri: string, callback: URLSearchParams): URL {
  const url = new URL(redirectUri)
  for (const name of PASSED_ON)
    for (const value of callback.getAll(name)) url.searchParams.append(name, value)
  return url
}

/** What OpenID Connect Core section 3.1.3.7 leaves to the client beside what the library checks. */
function requireOwnToken(claims: Record<string, unknown>, clientId: string, exchange: CodeExchange): void {
  const { azp, iat } = claims
  if (azp !== undefined && azp !== clientId)
    throw new UnreadableAnswerError('The token was made for another party.')
  const issuedAt = typeof iat === 'number' ? iat * 1_000 : Number.NaN
  const isOfNow =
    issuedAt >= exchange.startedAt - CLOCK_TOLERANCE && issuedAt <= exchange.now() + CLOCK_TOLERANCE
  if (!isOfNow) throw new UnreadableAnswerError('The token is not of this sign-in.')
}

async function readJson(
  configuration: oauth.Configuration,
  accessToken: string,
  url: string,
): Promise<unknown> {
  const headers = new Headers({ accept: 'application/json' })
  const answer = await oauth.fetchProtectedResource(
    configuration,
    accessToken,
    new URL(url),
    'GET',
    null,
    headers,
  )
  if (answer.status !== 200) throw new UnreadableAnswerError(`The resource answers ${answer.status}.`)
  return answer.json()
}

async function exchange(client: SocialClient, given: CodeExchange): Promise<SocialIdentity> {
  const { network, settings, configuration, redirectUri } = client
  const isOpenId = network.jwksUri !== undefined
  const tokens = await oauth.authorizationCodeGrant(configuration, callbackUrl(redirectUri, given.callback), {
    expectedState: given.state,
    pkceCodeVerifier: given.verifier,
    ...(isOpenId ? { expectedNonce: given.nonce, idTokenExpected: true } : {}),
  })
  const claims = isOpenId ? tokens.claims() : undefined
  if (isOpenId) requireOwnToken(claims ?? {}, settings.clientId, given)
  const { access_token: accessToken } = tokens
  const person = await network.readPerson({
    claims,
    accessToken,
    callback: given.callback,
    settings,
    userinfoEndpoint: network.userinfoEndpoint ?? '',
    read: (url) => readJson(configuration, accessToken, url),
  })
  return { issuer: network.issuer, ...person }
}

/**
 * Turns the answer of a network into an identity: the code against tokens (RFC 6749 section 4.1.3, RFC 7636), the ID
 * token against what was asked, or the network's own user resource. The tokens are dropped.
 *
 * @throws whatever goes wrong, and when all of it takes longer than `timeout`
 */
export function exchangeCode(client: SocialClient, given: CodeExchange): Promise<SocialIdentity> {
  const tooLate = () => new UnreadableAnswerError('The network takes too long.')
  return withDeadline({ ms: given.timeout, tooLate }, () => exchange(client, given))
}
