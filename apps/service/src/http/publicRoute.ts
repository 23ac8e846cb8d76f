import { OriginNotAllowedError, RateLimitedError, UnknownProjectError } from '@latchkey/protocol/http'
import type { Context } from 'hono'
import { allowsOrigin, type Project } from '../config/projects.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { retryAfterOf } from '../db/counters.ts'
import { clientAddress } from './clientAddress.ts'
import { allowReading, originOf, requireOrigin } from './cors.ts'
import { addressKeyOf } from './limitAddress.ts'

/** Whose page asks. A guest's origin is not on the project's list. */
export type ProjectReader = { project: Project; isGuest: boolean }

const isOfProject = (service: ServiceContext, project: Project, origin: string): boolean =>
  origin === service.config.walletOrigin || allowsOrigin(project, origin)

/**
 * Finds the project that a host page or the frame names. The refusal itself is readable by any origin, so that a site can
 * be told that it is not on the list; the answer is not.
 */
async function findProject(service: ServiceContext, context: Context): Promise<Project> {
  const origin = originOf(context.req.raw)
  if (origin) {
    const headers = new Headers()
    allowReading(headers, origin)
    headers.forEach((value, name) => {
      context.header(name, value)
    })
  }
  const project = await service.projects.find(context.req.query('projectId') ?? '')
  if (!project) throw origin ? new UnknownProjectError() : new OriginNotAllowedError()
  return project
}

/**
 * Checks a call that a host page or the frame makes: the project is known, and the caller's origin is the wallet's or
 * on the project's list.
 *
 * @throws UnknownProjectError, OriginNotAllowedError
 */
export async function requireProjectCaller(service: ServiceContext, context: Context): Promise<Project> {
  const project = await findProject(service, context)
  requireOrigin(context.req.raw, (origin) => isOfProject(service, project, origin))
  return project
}

/**
 * As `requireProjectCaller`, for what a page needs to work with external wallets: there a page whose origin is not on the
 * list is a guest, within limits of its own.
 *
 * @throws UnknownProjectError, OriginNotAllowedError for what no page's script sent
 */
export async function requireProjectReader(
  service: ServiceContext,
  context: Context,
): Promise<ProjectReader> {
  const project = await findProject(service, context)
  const origin = requireOrigin(context.req.raw, () => true)
  return { project, isGuest: !isOfProject(service, project, origin) }
}

/**
 * Counts what a guest reads: by its place first, then with all guests of the project. Others are not counted.
 *
 * @throws RateLimitedError with `retryAfter` in seconds
 */
export async function limitGuest(
  service: ServiceContext,
  context: Context,
  { project, isGuest }: ProjectReader,
  amount = 1,
): Promise<void> {
  if (!isGuest) return
  const { guestCallsPerMinute, guestCallsPerProjectMinute } = service.limits
  const place = addressKeyOf(service, clientAddress(context, service.config.trustedProxies))
  const counts = [
    { key: `guest:${place}`, limit: guestCallsPerMinute },
    { key: `guests:${project.id}`, limit: guestCallsPerProjectMinute },
  ]
  for (const count of counts) {
    const wait = await service.take({ ...count, window: 60_000 }, amount)
    if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
  }
}
