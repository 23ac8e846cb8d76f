import {
  oauthProvider,
  SocialDeclinedError,
  SocialFailedError,
  SocialGoneError,
  SocialMismatchError,
} from '@latchkey/protocol/http'
import type { OauthProvider } from '@latchkey/protocol/socials'
import { withDeadline } from '@latchkey/std/deadline'
import * as oauth from 'openid-client'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { randomToken } from '../../crypto/bytes.ts'
import { describeError } from '../../observability/createLogger.ts'
import { UnreadableAnswerError } from '../../upstreams/boundedFetch.ts'
import type { Caller } from '../devices/callerOf.ts'
import type { SocialClient, SocialClients } from './createSocialClients.ts'
import {
  failFlow,
  findFlow,
  oauthSecrets,
  openSecrets,
  type SocialFlow,
  type SocialIdentity,
  settleFlow,
  takeFlow,
} from './flows.ts'

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
function exchangeCode(client: SocialClient, given: CodeExchange): Promise<SocialIdentity> {
  const tooLate = () => new UnreadableAnswerError('The network takes too long.')
  return withDeadline({ ms: given.timeout, tooLate }, () => exchange(client, given))
}

/**
 * What a callback has come to. `unknown` (there is no such network here), `foreign` and `used` are told to nobody but the
 * person who looks at the page.
 */
export type CallbackOutcome =
  | { kind: 'unknown' | 'foreign' | 'used' | 'elsewhere' }
  | { kind: 'failed'; flow: SocialFlow; code: number }
  | { kind: 'done'; flow: SocialFlow; result: string; begun: Pick<Caller, 'browser' | 'place'> }

/** How networks write that the person did not want to (RFC 6749 section 4.1.2.1, and Apple's own word). */
const DECLINED: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize'])

/** One parameter that must be there once at most (RFC 6749 section 3.1). */
function single(callback: URLSearchParams, name: string): string | null | undefined {
  const values = callback.getAll(name)
  return values.length > 1 ? undefined : (values[0] ?? null)
}

/** The login that an answer belongs to: of this network, and not Farcaster's. */
async function findAnswered(
  service: ServiceContext,
  provider: OauthProvider,
  callback: URLSearchParams,
): Promise<SocialFlow | undefined> {
  const state = single(callback, 'state')
  if (!state || !/^[A-Za-z0-9_-]{22}$/.test(state)) return undefined
  const flow = await findFlow(service, state)
  // Mix-up (RFC 9700 section 4.4): what another network was asked is not answered here.
  return flow?.provider === provider ? flow : undefined
}

/** Whether the answer names its sender, and another one than was asked (RFC 9207). */
function isOfOther({ network }: SocialClient, callback: URLSearchParams): boolean {
  const issuer = single(callback, 'iss')
  return issuer === undefined || (issuer !== null && issuer !== network.issuer)
}

async function fail(service: ServiceContext, flow: SocialFlow, code: number): Promise<CallbackOutcome> {
  await failFlow(service, flow.id, code)
  return { kind: 'failed', flow, code }
}

async function finish(
  service: ServiceContext,
  client: SocialClient,
  flow: SocialFlow,
  callback: URLSearchParams,
  { browser, place }: Caller,
): Promise<CallbackOutcome> {
  const { limits, config, logger } = service
  try {
    const { verifier, nonce, ...begun } = openSecrets(service, flow, oauthSecrets)
    const isHere = begun.browser === browser && begun.place === place
    // In a window the wallet meets its own frame; the account page knows what it began. Elsewhere this is what is left.
    if (flow.mode === 'redirect' && flow.hostOrigin !== config.walletOrigin && !isHere) {
      await failFlow(service, flow.id, SocialMismatchError.code)
      return { kind: 'elsewhere' }
    }
    const identity = await exchangeCode(client, {
      callback,
      verifier,
      nonce,
      state: flow.id,
      startedAt: flow.expiresAt - limits.socialLifetime,
      timeout: limits.socialTimeout,
      now: config.now,
    })
    const result = randomToken()
    await settleFlow(service, flow.id, identity, result)
    return { kind: 'done', flow, result, begun }
  } catch (error) {
    logger.warn({ provider: flow.provider, ...describeError(error) }, 'social login failed')
    return fail(service, flow, SocialFailedError.code)
  }
}

/**
 * Takes the answer of a network: only for a login that was started here for that very network, and once.
 *
 * @param provider as the address names it
 * @param callback the parameters of the address, or of the form
 * @param caller whose browser came back
 */
export async function answerCallback(
  service: ServiceContext,
  clients: SocialClients,
  provider: string,
  callback: URLSearchParams,
  caller: Caller,
): Promise<CallbackOutcome> {
  const known = oauthProvider().safeParse(provider)
  const client = known.success ? clients.get(known.data) : undefined
  if (!known.success || !client) return { kind: 'unknown' }
  const flow = await findAnswered(service, known.data, callback)
  if (!flow || isOfOther(client, callback)) return { kind: 'foreign' }
  if (!(await takeFlow(service, flow.id))) {
    const isLate = flow.takenAt === null && flow.expiresAt <= service.config.now()
    return isLate ? { kind: 'failed', flow, code: SocialGoneError.code } : { kind: 'used' }
  }
  const error = single(callback, 'error')
  if (error !== null) {
    const isDeclined = error !== undefined && DECLINED.has(error)
    return fail(service, flow, isDeclined ? SocialDeclinedError.code : SocialFailedError.code)
  }
  return finish(service, client, flow, callback, caller)
}
