import { WrongContentTypeError } from '@latchkey/protocol/http'

/**
 * Refuses a body of another type. A page of another site cannot send `application/json` without a preflight.
 *
 * @throws WrongContentTypeError
 */
export function requireContentType(request: Request, allowed: readonly string[]): void {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!allowed.includes(type)) throw new WrongContentTypeError()
}
