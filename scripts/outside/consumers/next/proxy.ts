import { type NextRequest, NextResponse } from 'next/server'

/** What `next dev` needs besides: React evaluates scripts there, and Next writes styles into its documents. */
const isDevelopment = process.env.NODE_ENV === 'development'

/** The strict policy, with a nonce for the scripts that Next writes into its documents. */
export function proxy(request: NextRequest) {
  const nonce = crypto.randomUUID()
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
    "font-src 'self'",
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
