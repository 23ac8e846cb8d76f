import { FrameVersionError, isOriginAllowed } from '@latchkey/bridge'
import { BaseError } from '@latchkey/errors'
import {
  getOrigins,
  OriginNotAllowedError as OriginRefused,
  problem,
  UnknownProjectError as UnknownProject,
} from '@latchkey/protocol/http'
import { withDeadline } from '@latchkey/std/deadline'
import {
  FrameLoadError,
  OriginNotAllowedError,
  SameSiteFrameError,
  UnknownProjectError,
} from '../answer/errors.ts'

const KNOWN: ReadonlySet<number> = new Set([FrameVersionError.code, SameSiteFrameError.code])
/** ms; with the bridge's own wait the visitor knows after 3 s. */
const TIMEOUT = 1_500

/**
 * Says why a frame did not come up: browsers do not tell a page that a frame was refused, so the service is asked.
 * Never rejects.
 */
export async function diagnoseRefusal(parameters: {
  apiOrigin: string
  projectId: string
  hostOrigin: string
  cause: unknown
}): Promise<BaseError> {
  const { apiOrigin, projectId, hostOrigin, cause } = parameters
  // Known already: there is nothing to ask the service about.
  if (cause instanceof BaseError && KNOWN.has(cause.code)) return cause
  const url = new URL(getOrigins.path, apiOrigin)
  url.searchParams.set('projectId', projectId)
  try {
    const body: unknown = await withDeadline({ ms: TIMEOUT }, async (signal) =>
      (await fetch(url, { signal, credentials: 'omit' })).json(),
    )
    const refusal = problem.safeParse(body)
    if (refusal.success && refusal.data.error.code === UnknownProject.code)
      return new UnknownProjectError({ cause })
    if (refusal.success && refusal.data.error.code === OriginRefused.code)
      return new OriginNotAllowedError({ cause, details: `Origin: ${hostOrigin}` })
    const answer = getOrigins.reply.safeParse(body)
    if (answer.success && !isOriginAllowed(hostOrigin, answer.data.allowedOrigins))
      return new OriginNotAllowedError({ cause, details: `Origin: ${hostOrigin}` })
    return new FrameLoadError({ cause })
  } catch {
    return new FrameLoadError({ cause })
  }
}
