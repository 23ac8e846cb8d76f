import { getPublicSuffix, parse } from 'tldts'

/** A host that is this machine itself: `localhost`, names under it (RFC 6761 section 6.3), loopback addresses. */
export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(?:\.[0-9]{1,3}){3}$/.test(hostname)

export type ProjectMode = 'development' | 'production'

/**
 * Where requests of a page are approved. `auto`, when left out: in the wallet's own window, but for signing in to the site.
 * `window`: all of them there. `frame`: within the page, which the operator vouches for, but for dangers.
 */
export type ApprovalPlaces = 'auto' | 'window' | 'frame'

/** An origin that may embed the wallet, in the form that Content-Security-Policy takes. */
export type AllowedOrigin = { pattern: string; publicSuffix: string; approvals?: ApprovalPlaces }

const WILDCARD = '*.'
/** Stands for the wildcard while the URL parser checks the rest; no name can hold it by accident. */
const PLACEHOLDER = 'xwildcardx.'

/** The URL standard lets characters such as `;` and `*` into a host; a policy header must not see them. */
const HOSTNAME = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/

function isLocalName(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '127.0.0.1' ||
    hostname === '[::1]'
  )
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

function refuseWildcard(rest: string, mode: ProjectMode): string | null {
  const parsed = parse(rest, { allowPrivateDomains: true })
  if (parsed.isIp) return 'a wildcard needs a domain name'
  const isSuffix = parsed.publicSuffix === rest
  // Anyone can register a name under a public suffix, so such a wildcard allows everyone.
  if (isSuffix && (mode === 'production' || parsed.isIcann)) return `anyone can register a name under ${rest}`
  if (isSuffix && !parsed.isPrivate && rest !== 'localhost') return `${rest} is not a domain of its own`
  return null
}

/**
 * Reads one entry of a project's `allowedOrigins`: `scheme://host[:port]`, where a left-most `*` stands for exactly
 * one whole label.
 *
 * @param text what the operator wrote
 * @param mode production takes https alone and no wildcard over a public suffix
 * @throws Error with one sentence for the operator
 * @example
 * parseOriginPattern('https://*.example.com', 'production') // { pattern: 'https://*.example.com', publicSuffix: 'com' }
 */
export function parseOriginPattern(text: string, mode: ProjectMode): AllowedOrigin {
  const refuse = (why: string) => new Error(`"${text}" is not an origin that may be allowed: ${why}.`)
  const match = /^(https?:\/\/)(\*\.)?([^*/?#@\\\s]+)\/?$/i.exec(text)
  if (!match)
    throw refuse('write scheme://host or scheme://host:port, with * as the whole first label at most')
  const [, scheme = '', star, rest = ''] = match
  const url = parseUrl(`${scheme}${star ? PLACEHOLDER : ''}${rest}`)
  if (url?.pathname !== '/' || url.search || url.hash || url.username || url.password)
    throw refuse('it is not a plain origin')
  const hostname = star ? url.hostname.slice(PLACEHOLDER.length) : url.hostname
  if (!HOSTNAME.test(hostname)) throw refuse('the host is not a plain name')
  if (url.protocol === 'http:' && !(mode === 'development' && isLocalName(hostname)))
    throw refuse('http is for localhost in development only')
  const wildcardRefusal = star ? refuseWildcard(hostname, mode) : null
  if (wildcardRefusal) throw refuse(wildcardRefusal)
  const port = url.port ? `:${url.port}` : ''
  return {
    pattern: `${url.protocol}//${star ? WILDCARD : ''}${hostname}${port}`,
    publicSuffix: getPublicSuffix(hostname, { allowPrivateDomains: true }) ?? '',
  }
}

/**
 * Whether an origin is one of a project's. Scheme, labels and port are compared exactly.
 *
 * @example
 * matchesOrigin('https://a.example.com', [{ pattern: 'https://*.example.com', publicSuffix: 'com' }]) // true
 */
export function matchesOrigin(origin: string, allowed: readonly AllowedOrigin[]): boolean {
  const url = parseUrl(origin)
  if (!url || url.origin !== origin || !HOSTNAME.test(url.hostname)) return false
  return allowed.some(({ pattern }) => {
    const [scheme = '', authority = ''] = pattern.split('//')
    if (scheme !== url.protocol) return false
    if (!authority.startsWith(WILDCARD)) return authority === url.host
    const dot = url.host.indexOf('.')
    return dot > 0 && url.host.slice(dot + 1) === authority.slice(WILDCARD.length)
  })
}
