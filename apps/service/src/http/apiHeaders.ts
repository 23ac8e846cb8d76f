/**
 * Headers of every answer of the API: data for a script, never a page. It is not stored and other sites do not embed
 * it, unless its route has said so itself.
 */
export function setApiHeaders(headers: Headers, https: boolean): void {
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  if (!headers.has('cross-origin-resource-policy')) headers.set('cross-origin-resource-policy', 'same-origin')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('referrer-policy', 'no-referrer')
  headers.set('x-content-type-options', 'nosniff')
  headers.set('x-frame-options', 'DENY')
  headers.append('vary', 'Origin')
  if (https) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains; preload')
}
