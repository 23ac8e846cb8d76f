import { FrameVersionError, isOriginAllowed } from '@latchkey/bridge'
import { type ConnectorContext, serviceOf } from '@latchkey/core/connector'
import { BaseError } from '@latchkey/errors'
import { askService } from '@latchkey/protocol/client'
import {
  getOrigins,
  OriginNotAllowedError as OriginRefused,
  UnknownProjectError as UnknownProject,
} from '@latchkey/protocol/http'
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
export async function diagnoseRefusal(
  context: ConnectorContext,
  { hostOrigin, cause }: { hostOrigin: string; cause: unknown },
): Promise<BaseError> {
  // Known already: there is nothing to ask the service about.
  if (cause instanceof BaseError && KNOWN.has(cause.code)) return cause
  try {
    const answer = await askService(serviceOf(context), getOrigins, { ms: TIMEOUT })
    const code = answer.kind === 'refused' ? answer.error?.code : undefined
    if (code === UnknownProject.code) return new UnknownProjectError({ cause })
    const isListed = answer.kind !== 'reply' || isOriginAllowed(hostOrigin, answer.reply.allowedOrigins)
    if (code === OriginRefused.code || !isListed)
      return new OriginNotAllowedError({ cause, details: `Origin: ${hostOrigin}` })
    return new FrameLoadError({ cause })
  } catch {
    return new FrameLoadError({ cause })
  }
}
