import { parseUrl } from '@latchkey/std/parseUrl'

export type OriginMatcherOptions = {
  /** Whether anyone may obtain a name below this host (a public suffix). A wildcard over one never matches. */
  isPublicSuffix?: (host: string) => boolean
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const WILDCARD = /^(https?:\/\/)\*\.([^*]+)$/

/** The URL of an origin that is written as the URL Standard serialises it (section 4.5), else undefined. */
function parseOrigin(text: string): URL | undefined {
  if (typeof text !== 'string') return undefined
  const url = parseUrl(text)
  if (url?.origin !== text) return undefined
  if (url.protocol === 'https:') return url
  // The frame needs a secure context, which plain http gives on the local machine only (Secure Contexts, section 3.1).
  return url.protocol === 'http:' && isLoopback(url.hostname) ? url : undefined
}

const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'

function matchesWildcard(url: URL, scheme: string, rest: string, options: OriginMatcherOptions): boolean {
  const base = parseOrigin(scheme + rest)
  if (!base || base.protocol !== url.protocol || base.port !== url.port) return false
  // One label is a top-level domain; `localhost` is reserved for the local machine (RFC 6761 section 6.3).
  if (!base.hostname.includes('.') && base.hostname !== 'localhost') return false
  // A URL's host ends in a number only when it is an IPv4 address; `[` opens an IPv6 address.
  if (/(?:^|\.)\d+$/.test(base.hostname) || base.hostname.startsWith('[')) return false
  if (options.isPublicSuffix?.(base.hostname)) return false
  const suffix = `.${base.hostname}`
  if (!url.hostname.endsWith(suffix)) return false
  return LABEL.test(url.hostname.slice(0, -suffix.length))
}

/**
 * Whether an origin is on a list. Scheme, host and port are compared exactly; `*` stands for exactly one whole
 * left-most label. An origin or pattern that is not in its canonical form (punycode, lower case, no default port,
 * no path) matches nothing. Never throws.
 *
 * @param origin as `MessageEvent.origin` gives it (HTML, section 7.1.1)
 * @param patterns such as `https://app.example.com`, `https://*.example.com`, `http://localhost:5173`
 * @example
 * isOriginAllowed('https://a.example.com', ['https://*.example.com']) // true
 * isOriginAllowed('https://a.b.example.com', ['https://*.example.com']) // false
 */
export function isOriginAllowed(
  origin: string,
  patterns: readonly string[],
  options: OriginMatcherOptions = {},
): boolean {
  const url = parseOrigin(origin)
  if (!url) return false
  return patterns.some((pattern) => {
    const [, scheme, rest] = WILDCARD.exec(pattern) ?? []
    if (scheme && rest) return matchesWildcard(url, scheme, rest, options)
    return pattern === origin
  })
}
