import { InvalidRequestError, PayloadTooLargeError, WrongContentTypeError } from '@latchkey/protocol/http'

/**
 * Refuses a body of another type. A page of another site cannot send `application/json` without a preflight.
 *
 * @throws WrongContentTypeError
 */
export function requireContentType(request: Request, allowed: readonly string[]): void {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!allowed.includes(type)) throw new WrongContentTypeError()
}

/**
 * Reads the whole body, at most `limit` bytes of it, whatever its Content-Length says.
 *
 * @throws PayloadTooLargeError
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit) throw new PayloadTooLargeError({ data: { limit } })
  if (!request.body) return new Uint8Array(0)
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > limit) {
      // The answer must not wait for a sender that never ends.
      reader.cancel().catch(() => undefined)
      throw new PayloadTooLargeError({ data: { limit } })
    }
    chunks.push(value)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * Parses UTF-8 JSON.
 *
 * @throws InvalidRequestError
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new InvalidRequestError({ details: 'The body is not JSON.' })
  }
}
