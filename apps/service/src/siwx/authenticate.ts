import { BaseError } from '@latchkey/errors'
import {
  type authenticateSiwx,
  ChainUnavailableError,
  SignInNonceError,
  SignInRefusedError,
  UnknownNetworkError,
} from '@latchkey/protocol/http'
import {
  parseSiwxMessage,
  SiwxChainUnavailableError,
  type SiwxFields,
  SiwxNonceError,
  type VerifiedSiwx,
  verifySiwxMessage,
} from '@latchkey/siwx/verify'
import type * as z from 'zod/mini'
import { isKnownNetwork } from '../config/namespaces.ts'
import type { Project } from '../config/projects.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import type { ChainClients } from '../upstreams/rpc/chainClients.ts'
import { checkNonce, spendNonce } from './nonces.ts'
import { beginSiwxSession } from './sessions.ts'

type Body = z.output<(typeof authenticateSiwx)['body']>
type Reply = z.output<(typeof authenticateSiwx)['reply']>
export type SiwxCaller = { project: Project; origin: string }

/**
 * Begins a session for a signed message: it must be this site's own, carry a nonce that this site was given for that
 * account, and be signed by it. A nonce serves once.
 *
 * @throws SignInRefusedError with the reason, SignInNonceError, UnknownNetworkError, ChainUnavailableError
 */
export async function authenticate(
  service: ServiceContext,
  clientOf: ChainClients,
  caller: SiwxCaller,
  body: Body,
): Promise<Reply> {
  const { config, limits } = service
  const { project, origin } = caller
  const fields = parseSiwxMessage(body.message)
  if (!fields) throw new SignInRefusedError({ data: { reason: 'message' } })
  requireOwnSite(fields, origin)
  const account = `${fields.chainId}:${fields.accountAddress}`
  const { nonce } = fields
  const spending = checkNonce(service, {
    nonce,
    token: body.nonceToken,
    projectId: project.id,
    origin,
    account,
  })
  const verified = await verify(service, clientOf, body, fields, origin)
  const isByContract = verified.proof === 'erc1271' || verified.proof === 'erc6492'
  const proof = isByContract ? 'contract' : 'key'
  const now = config.now()
  const expiresAt = Math.min(now + limits.siwxSession, timeOf(fields.expirationTime))
  const { session, token } = await service.db.transaction(async (transaction) => {
    await spendNonce(transaction, spending)
    const { address, chainId } = verified
    return beginSiwxSession(service, transaction, {
      projectId: project.id,
      origin,
      domain: fields.domain,
      address,
      chainId,
      proof,
      expiresAt,
    })
  })
  return { token, sessionId: session.id, expiresAt, proof }
}

const timeOf = (text: string | undefined): number =>
  text === undefined ? Number.POSITIVE_INFINITY : Date.parse(text.toUpperCase())

/** The browser tells the origin; the message must be for that very site (ERC-4361, domain binding). */
function requireOwnSite({ domain, uri, scheme }: SiwxFields, origin: string): void {
  const site = new URL(origin)
  const isSite = domain === site.host && (scheme === undefined || `${scheme}:` === site.protocol)
  if (!isSite) throw new SignInRefusedError({ data: { reason: 'domain' } })
  if (!isOnSite(uri, site)) throw new SignInRefusedError({ data: { reason: 'uri' } })
}

/** `blob:` has the origin of its page too, and a name before an `@` looks like a host. */
function isOnSite(uri: string, site: URL): boolean {
  if (!URL.canParse(uri)) return false
  const { origin, protocol, username, password } = new URL(uri)
  return origin === site.origin && protocol === site.protocol && !username && !password
}

async function verify(
  service: ServiceContext,
  clientOf: ChainClients,
  { message, signature }: Body,
  { chainId, nonce }: SiwxFields,
  origin: string,
): Promise<VerifiedSiwx> {
  const client = clientOf(chainId)
  const configured = (service.config.networks ?? []).map(({ caip2 }) => caip2)
  if (!isKnownNetwork(chainId, client, configured)) throw new UnknownNetworkError()
  try {
    return await verifySiwxMessage({
      message,
      signature,
      domain: new URL(origin).host,
      nonce,
      now: service.config.now(),
      ...(client ? { client } : {}),
    })
  } catch (cause) {
    throw refusalOf(cause)
  }
}

const REASONS: ReadonlyMap<number, string> = new Map([
  [8300, 'message'],
  [8301, 'domain'],
  [8304, 'network'],
  [8305, 'expired'],
  [8306, 'notYetValid'],
  [8307, 'signature'],
  [8309, 'network'],
])

function refusalOf(cause: unknown): unknown {
  if (!(cause instanceof BaseError)) return cause
  if (cause.code === SiwxChainUnavailableError.code) return new ChainUnavailableError({ cause })
  if (cause.code === SiwxNonceError.code) return new SignInNonceError({ cause })
  const reason = REASONS.get(cause.code)
  return reason ? new SignInRefusedError({ cause, data: { reason } }) : cause
}
