import { type NextRequest, NextResponse } from 'next/server'

/** The strict policy, with a nonce for the scripts that Next writes into its documents. */
export function proxy(request: NextRequest) {
  const nonce = crypto.randomUUID()
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data: http://api.localhost:9",
    "connect-src 'self' http://api.localhost:9",
    'frame-src http://wallet.localhost:9',
    "base-uri 'none'",
  ].join('; ')
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}
