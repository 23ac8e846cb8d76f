import {
  InvalidRequestError,
  RateLimitedError,
  type startSocial as route,
  SocialUnavailableError,
} from '@latchkey/protocol/http'
import * as oauth from 'openid-client'
import type * as z from 'zod/mini'
import type { Project } from '../../config/projects.ts'
import { offersSignIn, type ServiceConfig } from '../../config/ServiceConfig.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { retryAfterOf } from '../../db/counters.ts'
import { type Call, jktOf, sessionOf } from '../../http/Call.ts'
import { addressKeyOf } from '../../http/clientAddress.ts'
import { callerOf, requireHost } from '../devices/callerOf.ts'
import { requireStrongLogin } from '../users/freeze.ts'
import type { SocialClient, SocialClients } from './createSocialClients.ts'
import { createFlow, createOauthSecrets, type SocialFlow } from './flows.ts'

type Body = z.output<typeof route.body>
type Reply = z.output<typeof route.reply>

/**
 * Counts logins that begin at one place: each keeps a row, and some ask another party.
 *
 * @throws RateLimitedError with `retryAfter` in seconds
 */
export async function countStart(service: ServiceContext, address: string): Promise<void> {
  const key = `social:${addressKeyOf(service, address)}`
  const wait = await service.take({ key, limit: service.limits.socialStartsPerMinute, window: 60_000 }, 1)
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
}

/** The wallet's own account page, with what another window asks of it. */
const ACCOUNT_PAGE = /^\/account\?projectId=([\w-]{1,64})(?:#join=[\w.-]{1,500})?$/

/**
 * Where the browser goes back to in redirect mode: a page that the operator has written down, compared letter for letter
 * (RFC 9700 section 4.1.3); where none is, the first page of the site that asked. Another page of the site may be an open
 * redirector (section 4.11).
 *
 * @throws InvalidRequestError
 */
function returnUriOf(
  { walletOrigin }: ServiceConfig,
  { id, returnUris }: Project,
  { mode, returnUri, hostOrigin }: Body,
): string | null {
  if (mode === 'popup' && returnUri === undefined) return null
  const ofSite = returnUris.filter((uri) => new URL(uri).origin === hostOrigin)
  const registered = ofSite.length ? ofSite : [`${hostOrigin}/`]
  const isRegistered =
    hostOrigin === walletOrigin
      ? returnUri?.startsWith(walletOrigin) &&
        ACCOUNT_PAGE.exec(returnUri.slice(walletOrigin.length))?.[1] === id
      : returnUri !== undefined && registered.includes(returnUri)
  if (mode === 'popup' || returnUri === undefined || !isRegistered)
    throw new InvalidRequestError({ data: { field: 'returnUri' } })
  return returnUri
}

/**
 * Whoever adds a way to sign in must have signed in just now, by more than six digits.
 *
 * @throws FreshLoginRequiredError
 */
export function strongUserOf(service: ServiceContext, call: Call<unknown>): string {
  const session = sessionOf(call)
  requireStrongLogin(service, session)
  return session.userId
}

async function authorizationUri(
  { network, configuration, redirectUri }: SocialClient,
  flow: SocialFlow,
  { verifier, nonce }: ReturnType<typeof createOauthSecrets>,
): Promise<string> {
  const url = oauth.buildAuthorizationUrl(configuration, {
    ...network.parameters,
    redirect_uri: redirectUri,
    scope: network.scope,
    state: flow.id,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(network.jwksUri === undefined ? {} : { nonce }),
  })
  return url.href
}

/**
 * Begins a login at a social network for the key of the proof, and says where the browser goes.
 *
 * @throws UnknownProjectError, OriginNotAllowedError, SocialUnavailableError, RateLimitedError; with purpose `link`
 * FreshLoginRequiredError
 */
export async function startSocial(
  service: ServiceContext,
  clients: SocialClients,
  call: Call<Body>,
  purpose: Body['purpose'],
): Promise<Reply> {
  const { body } = call
  if (body.purpose !== purpose) throw new InvalidRequestError({ data: { field: 'purpose' } })
  const project = await requireHost(service, body.projectId, body.hostOrigin)
  const client = clients.get(body.provider)
  const { hostOrigin } = body
  if (!client || !offersSignIn(service.config, project, { by: body.provider, hostOrigin }))
    throw new SocialUnavailableError()
  const returnUri = returnUriOf(service.config, project, body)
  const userId = purpose === 'link' ? strongUserOf(service, call) : null
  await countStart(service, call.address)
  const jkt = jktOf(call)
  const { provider, projectId, mode, locale = null } = body
  const secrets = createOauthSecrets(jkt, callerOf(call))
  const flow = await createFlow(
    service,
    { provider, purpose, userId, jkt, projectId, hostOrigin, mode, returnUri, locale },
    secrets,
  )
  return { flowId: flow.id, uri: await authorizationUri(client, flow, secrets), expiresAt: flow.expiresAt }
}
