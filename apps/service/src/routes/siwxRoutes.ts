import {
  authenticateSiwx,
  caipAccount,
  getSiwxAccount,
  getSiwxNonce,
  InvalidRequestError,
  listSiwxSessions,
  RateLimitedError,
  revokeSiwxSession,
  SignInSessionError,
  siwxAddress,
} from '@latchkey/protocol/http'
import { getAddress } from 'viem'
import { isEvm } from '../config/namespaces.ts'
import { allowsOrigin } from '../config/projects.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { retryAfterOf } from '../db/counters.ts'
import { type Caller, callerOriginOf, projectOf } from '../http/Call.ts'
import { addressKeyOf } from '../http/clientAddress.ts'
import { type Routes, registerRoute, type Serving } from '../http/registerRoute.ts'
import { authenticate, type SiwxCaller } from '../siwx/authenticate.ts'
import { issueNonce } from '../siwx/nonces.ts'
import { requireOwnSession, revoke } from '../siwx/revoke.ts'
import { findSiwxSession, listOfOwner, ownerOf, type SiwxSessionRow } from '../siwx/sessions.ts'
import { createChainClients } from '../upstreams/rpc/chainClients.ts'

/** A signature costs calls to a node, so they are counted more closely. */
async function limitSignatures(service: ServiceContext, { address }: Caller): Promise<void> {
  const key = `siwx:${addressKeyOf(service, address)}`
  const limit = service.limits.siwxSignaturesPerMinute
  const wait = await service.take({ key, limit, window: 60_000 })
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
}

/** RFC 6750 section 2.1. */
const tokenOf = ({ request }: Caller): string | null =>
  /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null

/** The account as a message must write it: EVM addresses by EIP-55. */
function accountOf({ query }: Caller): string | null {
  const text = query.get('account')
  if (text === null) return null
  const parsed = caipAccount().safeParse(text)
  const [namespace, reference, address = ''] = text.split(':')
  const isSound = parsed.success && (!isEvm(namespace) || /^0x[0-9a-fA-F]{40}$/.test(address))
  if (!isSound) throw new InvalidRequestError({ data: { field: 'account' } })
  const written = isEvm(namespace) ? getAddress(address.toLowerCase()) : address
  return `${namespace}:${reference}:${written}`
}

/** The address of the path. One that is none has no sessions, and is no text for the database. */
function addressIn({ params }: Caller): string {
  const parsed = siwxAddress().safeParse(params.address)
  if (!parsed.success) throw new SignInSessionError()
  return parsed.data
}

const factsOf = ({ chainId, domain, issuedAt, expiresAt }: SiwxSessionRow) => ({
  chainId,
  domain,
  issuedAt,
  expiresAt,
})

const siwxCallerOf = (caller: Caller): SiwxCaller => ({
  project: projectOf(caller),
  origin: callerOriginOf(caller),
})

const forSites: Serving = { audience: 'site', allowedHeaders: 'authorization, content-type' }

/**
 * Signing in with a wallet: nonce, session, and spec 7's list and revocation of sessions. `GET /auth/v1/nonce` answers
 * sites here; for the keys origin the same address is another route.
 */
export function addSiwxRoutes(routes: Routes): void {
  const clientOf = createChainClients(routes.service)
  const forNonces: Serving = { audience: 'site', query: ['account'] }
  registerRoute(routes, getSiwxNonce, forNonces, async (service, call) => {
    const { project, origin } = siwxCallerOf(call)
    const account = accountOf(call)
    const issued = issueNonce(service, { projectId: project.id, origin, account })
    return { ...issued, issuedAt: new Date(service.config.now()).toISOString(), account }
  })
  registerRoute(routes, authenticateSiwx, { ...forSites, admit: limitSignatures }, (service, call) =>
    authenticate(service, clientOf, siwxCallerOf(call), call.body),
  )
  registerRoute(routes, getSiwxAccount, { ...forSites, audience: 'siteOrBackEnd' }, describeOwn)
  registerRoute(routes, listSiwxSessions, forSites, async (service, call) => {
    const { project, origin } = siwxCallerOf(call)
    const asked = { projectId: project.id, origin, address: addressIn(call), token: tokenOf(call) }
    const own = await requireOwnSession(service, asked)
    const sessions = await listOfOwner(service, ownerOf(own))
    return { sessions: sessions.map((row) => ({ pci: row.id, ...factsOf(row), current: row.id === own.id })) }
  })
  registerRoute(routes, revokeSiwxSession, forSites, async (service, call) => {
    const { project, origin } = siwxCallerOf(call)
    if (call.body.signature !== undefined) await limitSignatures(service, call)
    const asked = { projectId: project.id, origin, address: addressIn(call), token: tokenOf(call) }
    await revoke(service, clientOf, asked, call.body)
    return {}
  })
}

/** Whose session a token is of. A page asks from the origin that signed in. */
async function describeOwn(service: ServiceContext, call: Caller) {
  const { project, origin } = call
  const token = tokenOf(call)
  const session = token === null ? undefined : await findSiwxSession(service, token)
  const projectId = project?.id ?? call.query.get('projectId')
  const isOwn = session && session.projectId === projectId && (origin === null || session.origin === origin)
  if (!isOwn || !(await isStillAllowed(service, session))) throw new SignInSessionError()
  const { id: sessionId, address, proof } = session
  return { ...factsOf(session), sessionId, projectId: session.projectId, address, proof }
}

/** A session is worth nothing any more when the operator has turned off its project or taken its site off the list. */
async function isStillAllowed({ projects }: ServiceContext, session: SiwxSessionRow): Promise<boolean> {
  const project = await projects.find(session.projectId)
  return project !== undefined && allowsOrigin(project, session.origin)
}
