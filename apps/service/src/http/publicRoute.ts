import { OriginNotAllowedError, UnknownProjectError } from '@latchkey/protocol/http'
import type { Context } from 'hono'
import { allowsOrigin, type Project } from '../config/projects.ts'
import type { ServiceContext } from '../ServiceContext.ts'
import { allowReading, originOf, requireOrigin } from './cors.ts'

/**
 * Checks a call that a host page or the frame makes: the project is known, and the caller's origin is the wallet's or
 * on the project's list. The refusal itself is readable by any origin, so that a site can be told that it is not on
 * the list; the answer is not.
 *
 * @throws UnknownProjectError, OriginNotAllowedError
 */
export async function requireProjectCaller(service: ServiceContext, context: Context): Promise<Project> {
  const request = context.req.raw
  const origin = originOf(request)
  if (origin) {
    const headers = new Headers()
    allowReading(headers, origin)
    headers.forEach((value, name) => {
      context.header(name, value)
    })
  }
  const project = await service.projects.find(context.req.query('projectId') ?? '')
  if (!project) throw origin ? new UnknownProjectError() : new OriginNotAllowedError()
  requireOrigin(request, (caller) => caller === service.config.walletOrigin || allowsOrigin(project, caller))
  return project
}
