import { BaseError, toWire } from '@latchkey/errors'
import { wireErrors } from '@latchkey/protocol/errors'
import {
  InternalServiceError,
  ServiceUnreachableError,
  SignInSessionError,
  UseDpopNonceError,
} from '@latchkey/protocol/http'
import { isDatabaseAway } from '../db/databaseErrors.ts'

const byCode: ReadonlyMap<number, number> = new Map(
  wireErrors.flatMap(({ code, httpStatus }) => (httpStatus === undefined ? [] : [[code, httpStatus]])),
)

/** HTTP status of a stable error code; undefined for a code that never leaves the service. */
export const statusOf = (code: number): number | undefined => byCode.get(code)

const CHALLENGES: ReadonlyMap<number, string> = new Map([
  [UseDpopNonceError.code, 'DPoP error="use_dpop_nonce", algs="ES256"'],
  // RFC 6750 section 3
  [SignInSessionError.code, 'Bearer error="invalid_token"'],
])

/** Seconds after which it is worth trying again when the database is away: a failover takes about as long. */
const AWAY = 5

/**
 * The error as one that may leave: ours with a status; `ServiceUnreachableError` while the database is away;
 * `InternalServiceError` in place of anything else.
 */
export function toPublicError(error: unknown): BaseError {
  if (error instanceof BaseError && statusOf(error.code)) return error
  if (isDatabaseAway(error))
    return new ServiceUnreachableError({
      message: 'The wallet service does not answer at the moment. Try again in a few seconds.',
      data: { retryAfter: AWAY },
      cause: error,
    })
  return new InternalServiceError({ cause: error })
}

/**
 * Answers with `{ error: { code, message, data? } }`, the status of the code, and the headers that belong to it.
 *
 * @param error anything thrown
 */
export function problemResponse(error: unknown): Response {
  const shown = toPublicError(error)
  const status = statusOf(shown.code) ?? 500
  const headers = new Headers({ 'content-type': 'application/json' })
  const retryAfter = shown.data?.retryAfter
  if (typeof retryAfter === 'number') headers.set('retry-after', String(retryAfter))
  // RFC 9449 section 7.1 and RFC 9110 section 11.6.1: a 401 names its scheme.
  if (status === 401) headers.set('www-authenticate', CHALLENGES.get(shown.code) ?? 'DPoP algs="ES256"')
  return new Response(JSON.stringify({ error: toWire(shown) }), { status, headers })
}
