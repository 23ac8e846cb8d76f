import { OriginNotAllowedError } from '@latchkey/protocol/http'

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
export function requireOrigin(request: Request, isAllowed: (origin: string) => boolean): string {
  const origin = originOf(request)
  const site = request.headers.get('sec-fetch-site')
  const mode = request.headers.get('sec-fetch-mode')
  const fromScript = (!site || site === 'cross-site' || site === 'same-site') && (!mode || mode === 'cors')
  if (!origin || !fromScript || !isAllowed(origin)) throw new OriginNotAllowedError()
  return origin
}

/** Lets that one origin read the answer. Never credentials: there are no cookies. */
export function allowReading(headers: Headers, origin: string): void {
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
