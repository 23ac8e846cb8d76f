import { BaseError } from '@latchkey/errors'
import {
  NotFoundError,
  OriginNotAllowedError,
  RateLimitedError,
  ReadBudgetError,
  UnknownProjectError,
} from '@latchkey/protocol/http'
import { allowsOrigin } from '../config/projects.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { equalsInConstantTime, sha256 } from '../crypto/bytes.ts'
import { retryAfterOf } from '../db/counters.ts'
import { createNonce } from '../sessions/verifyProof.ts'
import type { Caller } from './Call.ts'
import { addressKeyOf, type CountedKind, isLoopback, limitAddress } from './clientAddress.ts'

const PREFLIGHT_SECONDS = '7200'

/** The `Origin` header when it is one; `null` (sandboxed or hidden) counts as none. */
export function originOf(request: Request): string | null {
  const origin = request.headers.get('origin')
  return origin && origin !== 'null' && URL.canParse(origin) && new URL(origin).origin === origin
    ? origin
    : null
}

/**
 * Refuses what a page's script did not send by CORS: navigations, embeds, and calls from the wrong origin.
 *
 * @throws OriginNotAllowedError
 */
function requireOrigin(request: Request, isAllowed: (origin: string) => boolean): string {
  const origin = originOf(request)
  const site = request.headers.get('sec-fetch-site')
  const mode = request.headers.get('sec-fetch-mode')
  const fromScript = (!site || site === 'cross-site' || site === 'same-site') && (!mode || mode === 'cors')
  if (!origin || !fromScript || !isAllowed(origin)) throw new OriginNotAllowedError()
  return origin
}

/** Lets that one origin read the answer. Never credentials: there are no cookies. */
function allowReading(headers: Headers, origin: string): void {
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-expose-headers', 'DPoP-Nonce, Retry-After, Date, X-Request-Id')
}

/** Answers a preflight for that one origin. */
export function preflightResponse(origin: string, methods: string, allowedHeaders: string): Response {
  const headers = new Headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': allowedHeaders,
    'access-control-max-age': PREFLIGHT_SECONDS,
    vary: 'Origin',
  })
  return new Response(null, { status: 204, headers })
}

/**
 * Whom a route answers.
 *
 * - `keys`, `wallet`: that origin of ours alone; every answer carries a nonce for the next proof.
 * - `project`: pages of the project that the query names, and the wallet's own.
 * - `site`: the same without the wallet's own, for nobody signs in there.
 * - `siteOrBackEnd`: also a program. It has no origin, and no browser can pass for one: a page's script cannot leave its
 *   origin out.
 * - `page`: any page that names a project. One that is not on the project's list is a guest, within limits of its own.
 * - `operator`: the bearer of the admin token. For everybody else, and where no token is set, there is nothing here.
 * - `monitor`: this machine, and the bearer of the metrics token. For everybody else there is nothing here.
 * - `anyone`: everybody, wherever the request comes from.
 */
export type Audience =
  | 'keys'
  | 'wallet'
  | 'project'
  | 'site'
  | 'siteOrBackEnd'
  | 'page'
  | 'operator'
  | 'monitor'
  | 'anyone'

/** The one origin of ours that a route is for; null when it is not for one alone. */
export function exactOriginOf({ config }: ServiceContext, audience: Audience): string | null {
  if (audience === 'keys') return config.keysOrigin
  return audience === 'wallet' ? config.walletOrigin : null
}

type Asking = Omit<Caller, keyof Admitted>
type Admitted = Pick<Caller, 'origin' | 'project' | 'isGuest'>

/** Whom a route answers, and on what terms. */
export type Admission = {
  audience: Audience
  /** What a call is counted as; `api` unless told, null: it is not. */
  count?: CountedKind | null
  /** Refuses what is not there, by throwing, before the call is counted and its body read. */
  requires?: (service: ServiceContext, caller: Caller) => unknown
}

const NOBODY: Admitted = { origin: null, project: null, isGuest: false }

/** Audiences that are told apart by no origin. */
const OPEN: ReadonlySet<Audience> = new Set(['anyone', 'operator', 'monitor'])

function bears(token: string | null, request: Request): boolean {
  const given = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  // Equal lengths for the comparison.
  return token !== null && given !== undefined && equalsInConstantTime(sha256(given), sha256(token))
}

function requireOperator({ config }: ServiceContext, request: Request): void {
  if (!config.adminToken || !bears(config.adminToken, request)) throw new NotFoundError()
}

function requireMonitor({ config }: ServiceContext, { request, peer }: Asking): void {
  // A proxy on this machine would make everyone local.
  const isDirect = !request.headers.has('x-forwarded-for') && !request.headers.has('forwarded')
  if (!bears(config.metricsToken || null, request) && !(isDirect && isLoopback(peer)))
    throw new NotFoundError()
}

async function admitToProject(
  service: ServiceContext,
  audience: Audience,
  { request, query }: Asking,
): Promise<Admitted> {
  const project = await service.projects.find(query.get('projectId') ?? '')
  if (!project) throw originOf(request) ? new UnknownProjectError() : new OriginNotAllowedError()
  const isOfProject = (origin: string) =>
    allowsOrigin(project, origin) ||
    (origin === service.config.walletOrigin && (audience === 'project' || audience === 'page'))
  const origin = requireOrigin(request, (claimed) => audience === 'page' || isOfProject(claimed))
  return { origin, project, isGuest: !isOfProject(origin) }
}

/** Who the caller is, to a route that is not for one origin of ours alone. */
async function identify(service: ServiceContext, audience: Audience, asking: Asking): Promise<Admitted> {
  const { request } = asking
  if (audience === 'operator') requireOperator(service, request)
  if (audience === 'monitor') requireMonitor(service, asking)
  if (OPEN.has(audience)) return NOBODY
  const isBackEnd = !request.headers.has('origin') && !request.headers.has('sec-fetch-mode')
  return audience === 'siteOrBackEnd' && isBackEnd ? NOBODY : admitToProject(service, audience, asking)
}

/**
 * Checks that the caller is one whom the route answers, and counts the call. Who is refused uses up nothing of what the
 * same place may ask: refusals have a budget of their own.
 *
 * @param count what the call is counted as; null: it is not
 * @param requires refuses what is not there, before anything is counted or read
 * @param headers get what the answer and every refusal say to the caller's browser. A refusal for a project is readable
 *   by any origin, so that a site can be told that it is not on the list; that it asks too often is told to the
 *   project's own
 * @throws OriginNotAllowedError, UnknownProjectError, NotFoundError, RateLimitedError, and what `requires` throws
 */
export async function admitCaller(
  service: ServiceContext,
  { audience, count = 'api', requires }: Admission,
  asking: Asking,
  headers: Headers,
): Promise<Caller> {
  const { request, address } = asking
  const exact = exactOriginOf(service, audience)
  if (exact !== null) {
    allowReading(
      headers,
      requireOrigin(request, (origin) => origin === exact),
    )
    headers.set('dpop-nonce', createNonce(service.hashKeys.nonce, service.config.now()))
  }
  const claimed = exact === null && !OPEN.has(audience) ? originOf(request) : null
  let caller: Caller
  try {
    const admitted = exact === null ? await identify(service, audience, asking) : { ...NOBODY, origin: exact }
    caller = { ...asking, ...admitted }
    if (claimed !== null) allowReading(headers, claimed)
    await requires?.(service, caller)
  } catch (error) {
    if (count !== null && error instanceof BaseError) await limitAddress(service, 'refused', address)
    if (claimed !== null) allowReading(headers, claimed)
    throw error
  }
  if (count !== null) await limitAddress(service, count, address)
  await limitGuest(service, caller)
  return caller
}

/**
 * Counts what a guest reads: by its place first, then with all guests of the project. Others are not counted.
 *
 * @throws RateLimitedError with `retryAfter` in seconds
 */
export async function limitGuest(
  service: ServiceContext,
  { address, project, isGuest }: Pick<Caller, 'address' | 'project' | 'isGuest'>,
  amount = 1,
): Promise<void> {
  if (!isGuest || !project) return
  const { guestCallsPerMinute, guestCallsPerProjectMinute } = service.limits
  const counts = [
    { key: `guest:${addressKeyOf(service, address)}`, limit: guestCallsPerMinute },
    { key: `guests:${project.id}`, limit: guestCallsPerProjectMinute },
  ]
  for (const count of counts) {
    const wait = await service.take({ ...count, window: 60_000 }, amount)
    if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
  }
}

/**
 * Counts what a project's own pages read. Guests are counted by themselves, so that none of them can use up what the
 * project has; the wallet's own screens are not counted, so that what a person approves is always looked at.
 *
 * @throws ReadBudgetError with `retryAfter` in seconds
 */
export async function limitReads(
  service: ServiceContext,
  caller: Pick<Caller, 'project' | 'isGuest' | 'origin'>,
  amount = 1,
): Promise<void> {
  const { project, isGuest, origin } = caller
  if (!project || isGuest || origin === service.config.walletOrigin) return
  const limit = project.limits.readsPerMinute ?? service.limits.readsPerProjectMinute
  const wait = await service.take({ key: `reads:${project.id}`, limit, window: 60_000 }, amount)
  if (wait) throw new ReadBudgetError({ data: { retryAfter: retryAfterOf(wait) } })
}
