import {
  authenticateSiwx,
  caipAccount,
  getSiwxAccount,
  getSiwxNonce,
  InvalidRequestError,
  listSiwxSessions,
  OriginNotAllowedError,
  RateLimitedError,
  type Route,
  revokeSiwxSession,
  SignInSessionError,
  siwxAddress,
} from '@latchkey/protocol/http'
import type { Context, Hono } from 'hono'
import { getAddress } from 'viem'
import type * as z from 'zod/mini'
import { allowsOrigin } from '../config/projects.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { retryAfterOf } from '../db/counters.ts'
import { clientAddress } from '../http/clientAddress.ts'
import { originOf, preflightResponse } from '../http/cors.ts'
import { addressKeyOf, limitAddress } from '../http/limitAddress.ts'
import { requireProjectCaller } from '../http/publicRoute.ts'
import { parseJson, readBody, requireContentType } from '../http/readBody.ts'
import { authenticate, type SiwxCaller } from '../siwx/authenticate.ts'
import { issueNonce } from '../siwx/nonces.ts'
import { requireOwnSession, revoke } from '../siwx/revoke.ts'
import { findSiwxSession, listOfOwner, ownerOf, type SiwxSessionRow } from '../siwx/sessions.ts'
import { createChainClients } from '../upstreams/rpc/chainClients.ts'

const BODY_LIMIT = 64 * 1024

/** Limits the caller's place, then asks for a known project and one of its origins. */
async function callerOf(service: ServiceContext, context: Context): Promise<SiwxCaller> {
  await limitAddress(service, 'api', clientAddress(context, service.config.trustedProxies))
  const project = await requireProjectCaller(service, context)
  const origin = originOf(context.req.raw)
  // The wallet's own pages may ask about a project, but nobody signs in there.
  if (!origin || !allowsOrigin(project, origin)) throw new OriginNotAllowedError()
  return { project, origin }
}

/** A signature costs calls to a node, so they are counted more closely. */
async function limitSignatures(service: ServiceContext, context: Context): Promise<void> {
  const place = addressKeyOf(service, clientAddress(context, service.config.trustedProxies))
  const limit = service.limits.siwxSignaturesPerMinute
  const wait = await service.take({ key: `siwx:${place}`, limit, window: 60_000 })
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
}

async function bodyOf<Body extends z.ZodMiniType>(
  context: Context,
  route: Route<Body>,
): Promise<z.output<Body>> {
  requireContentType(context.req.raw, ['application/json'])
  const parsed = route.body.safeParse(parseJson(await readBody(context.req.raw, BODY_LIMIT)))
  if (parsed.success) return parsed.data
  throw new InvalidRequestError({
    data: { field: (parsed.error.issues[0]?.path ?? []).join('.').slice(0, 64) },
  })
}

/** RFC 6750 section 2.1. */
const tokenOf = (context: Context): string | null =>
  /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? null

/** The account as a message must write it: EVM addresses by EIP-55. */
function accountOf(context: Context): string | null {
  const text = context.req.query('account')
  if (text === undefined) return null
  const parsed = caipAccount.safeParse(text)
  const [namespace, reference, address = ''] = text.split(':')
  const isSound = parsed.success && (namespace !== 'eip155' || /^0x[0-9a-fA-F]{40}$/.test(address))
  if (!isSound) throw new InvalidRequestError({ data: { field: 'account' } })
  const written = namespace === 'eip155' ? getAddress(address.toLowerCase()) : address
  return `${namespace}:${reference}:${written}`
}

/** The address of the path. One that is none has no sessions, and is no text for the database. */
function addressIn(context: Context): string {
  const parsed = siwxAddress.safeParse(context.req.param('address'))
  if (!parsed.success) throw new SignInSessionError()
  return parsed.data
}

const factsOf = ({ chainId, domain, issuedAt, expiresAt }: SiwxSessionRow) => ({
  chainId,
  domain,
  issuedAt,
  expiresAt,
})

/** Lets a page send `authorization` and JSON; whether it may is decided by the call, whose refusal it can read. */
function addPreflights(app: Hono): void {
  const routes = [authenticateSiwx, getSiwxAccount, listSiwxSessions, revokeSiwxSession]
  for (const { path } of routes)
    app.on('OPTIONS', path, (context) => {
      const origin = originOf(context.req.raw)
      if (!origin) throw new OriginNotAllowedError()
      return preflightResponse(origin, 'GET, POST', 'authorization, content-type')
    })
}

/**
 * Signing in with a wallet: nonce, session, and spec 7's list and revocation of sessions. It must be added before the keys
 * app's routes: `GET /auth/v1/nonce` is theirs for the keys origin alone.
 */
export function addSiwxRoutes(app: Hono, service: ServiceContext): void {
  const { config } = service
  const clientOf = createChainClients(service)
  addPreflights(app)

  app.get(getSiwxNonce.path, async (context, next) => {
    if (originOf(context.req.raw) === config.keysOrigin) return next()
    const { project, origin } = await callerOf(service, context)
    const account = accountOf(context)
    const issued = issueNonce(service, { projectId: project.id, origin, account })
    return context.json({ ...issued, issuedAt: new Date(config.now()).toISOString(), account })
  })
  app.post(authenticateSiwx.path, async (context) => {
    const caller = await callerOf(service, context)
    await limitSignatures(service, context)
    const body = await bodyOf(context, authenticateSiwx)
    return context.json(await authenticate(service, clientOf, caller, body))
  })
  app.get(getSiwxAccount.path, async (context) => context.json(await describeOwn(service, context)))
  app.get(listSiwxSessions.path, async (context) => {
    const { project, origin } = await callerOf(service, context)
    const asked = { projectId: project.id, origin, address: addressIn(context), token: tokenOf(context) }
    const own = await requireOwnSession(service, asked)
    const sessions = await listOfOwner(service, ownerOf(own))
    return context.json({
      sessions: sessions.map((row) => ({ pci: row.id, ...factsOf(row), current: row.id === own.id })),
    })
  })
  app.post(revokeSiwxSession.path, async (context) => {
    const { project, origin } = await callerOf(service, context)
    const body = await bodyOf(context, revokeSiwxSession)
    if (body.signature !== undefined) await limitSignatures(service, context)
    const address = addressIn(context)
    await revoke(service, clientOf, { projectId: project.id, origin, address, token: tokenOf(context) }, body)
    return context.json({})
  })
}

/**
 * Whose session a token is of. A page asks from the origin that signed in; a back end has no origin, and no browser can
 * pass for one: a page's script cannot leave its origin out.
 */
async function describeOwn(service: ServiceContext, context: Context) {
  const request = context.req.raw
  const isBackEnd = !request.headers.has('origin') && !request.headers.has('sec-fetch-mode')
  let caller: SiwxCaller | undefined
  if (isBackEnd) await limitAddress(service, 'api', clientAddress(context, service.config.trustedProxies))
  else caller = await callerOf(service, context)
  const token = tokenOf(context)
  const session = token === null ? undefined : await findSiwxSession(service, token)
  const projectId = caller?.project.id ?? context.req.query('projectId')
  const isOwn = session && session.projectId === projectId && (!caller || session.origin === caller.origin)
  if (!isOwn || !(await isStillAllowed(service, session))) throw new SignInSessionError()
  const { id: sessionId, address, proof } = session
  return { ...factsOf(session), sessionId, projectId, address, proof }
}

/** A session is worth nothing any more when the operator has turned off its project or taken its site off the list. */
async function isStillAllowed({ projects }: ServiceContext, session: SiwxSessionRow): Promise<boolean> {
  const project = await projects.find(session.projectId)
  return project !== undefined && allowsOrigin(project, session.origin)
}
