import {
  type OauthProvider,
  oauthProvider,
  SocialDeclinedError,
  SocialFailedError,
  SocialGoneError,
} from '@latchkey/protocol/http'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { randomToken } from '../../crypto/bytes.ts'
import { describeError } from '../../observability/describeError.ts'
import type { SocialClient, SocialClients } from './createSocialClients.ts'
import { exchangeCode } from './exchangeCode.ts'
import { oauthSecrets } from './flowSecrets.ts'
import { failFlow, findFlow, openSecrets, type SocialFlow, settleFlow, takeFlow } from './flows.ts'

/**
 * What a callback has come to. `unknown` (there is no such network here), `foreign` and `used` are told to nobody but the
 * person who looks at the page.
 */
export type CallbackOutcome =
  | { kind: 'unknown' | 'foreign' | 'used' }
  | { kind: 'failed'; flow: SocialFlow; code: number }
  | { kind: 'done'; flow: SocialFlow; result: string }

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
): Promise<CallbackOutcome> {
  const { limits, config, logger } = service
  try {
    const { verifier, nonce } = openSecrets(service, flow, oauthSecrets)
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
    return { kind: 'done', flow, result }
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
 */
export async function answerCallback(
  service: ServiceContext,
  clients: SocialClients,
  provider: string,
  callback: URLSearchParams,
): Promise<CallbackOutcome> {
  const known = oauthProvider.safeParse(provider)
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
  return finish(service, client, flow, callback)
}
