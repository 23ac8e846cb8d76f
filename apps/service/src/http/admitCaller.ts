import {
  NotFoundError,
  OriginNotAllowedError,
  RateLimitedError,
  UnknownProjectError,
} from '@latchkey/protocol/http'
import { allowsOrigin } from '../config/projects.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { equalsInConstantTime, sha256 } from '../crypto/bytes.ts'
import { retryAfterOf } from '../db/counters.ts'
import { createNonce } from '../sessions/nonces.ts'
import type { Caller } from './Call.ts'
import { allowReading, originOf, requireOrigin } from './cors.ts'
import { addressKeyOf, type CountedKind, limitAddress } from './limitAddress.ts'

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
  | 'anyone'

/** The one origin of ours that a route is for; null when it is not for one alone. */
export function exactOriginOf({ config }: ServiceContext, audience: Audience): string | null {
  if (audience === 'keys') return config.keysOrigin
  return audience === 'wallet' ? config.walletOrigin : null
}

type Asking = Pick<Caller, 'request' | 'query' | 'address'>
type Admitted = Pick<Caller, 'origin' | 'project' | 'isGuest'>

const NOBODY: Admitted = { origin: null, project: null, isGuest: false }

function requireOperator({ config: { adminToken } }: ServiceContext, request: Request): void {
  const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  // Equal lengths for the comparison.
  if (!adminToken || !token || !equalsInConstantTime(sha256(token), sha256(adminToken)))
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

/**
 * Checks that the caller is one whom the route answers, and counts the call.
 *
 * @param count what the call is counted as; null: it is not
 * @param headers get what the answer and every refusal say to the caller's browser. A refusal for a project is readable
 *   by any origin, so that a site can be told that it is not on the list
 * @throws OriginNotAllowedError, UnknownProjectError, NotFoundError, RateLimitedError
 */
export async function admitCaller(
  service: ServiceContext,
  { audience, count }: { audience: Audience; count: CountedKind | null },
  asking: Asking,
  headers: Headers,
): Promise<Admitted> {
  const { request, address } = asking
  const exact = exactOriginOf(service, audience)
  if (exact !== null) {
    allowReading(
      headers,
      requireOrigin(request, (origin) => origin === exact),
    )
    headers.set('dpop-nonce', createNonce(service.hashKeys.nonce, service.config.now()))
  }
  const isOpen = audience === 'anyone' || audience === 'operator'
  const claimed = exact === null && !isOpen ? originOf(request) : null
  if (claimed !== null) allowReading(headers, claimed)
  if (count !== null) await limitAddress(service, count, address)
  if (audience === 'operator') requireOperator(service, request)
  if (exact !== null) return { ...NOBODY, origin: exact }
  const isBackEnd = !request.headers.has('origin') && !request.headers.has('sec-fetch-mode')
  if (isOpen || (audience === 'siteOrBackEnd' && isBackEnd)) return NOBODY
  const admitted = await admitToProject(service, audience, asking)
  await limitGuest(service, { address, ...admitted })
  return admitted
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
