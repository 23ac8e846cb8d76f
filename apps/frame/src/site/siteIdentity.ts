import { isOriginAllowed } from '@latchkey/bridge'
import type { OriginPattern } from '@latchkey/protocol'
import type { SiteIdentity } from './plainText.ts'

/** The host's registrable domain; the whole host when it is an address or a suffix itself. */
export function registrableDomain(host: string, publicSuffix: string | undefined): string {
  if (publicSuffix === undefined || !host.endsWith(`.${publicSuffix}`)) return host
  const labels = host.slice(0, -publicSuffix.length - 1).split('.')
  return `${labels.at(-1)}.${publicSuffix}`
}

/**
 * Takes an origin apart for display. The public suffix comes from the project's list, so nothing is guessed here.
 *
 * @example
 * siteIdentity('https://app.example.co.uk', [{ pattern: 'https://*.example.co.uk', publicSuffix: 'co.uk' }]).registrable // 'example.co.uk'
 */
export function siteIdentity(origin: string, patterns: readonly OriginPattern[]): SiteIdentity {
  const { protocol, hostname, port } = new URL(origin)
  const match = patterns.find(({ pattern }) => isOriginAllowed(origin, [pattern]))
  const registrable = registrableDomain(hostname, match?.publicSuffix)
  return {
    origin,
    scheme: `${protocol}//`,
    prefix: hostname.slice(0, hostname.length - registrable.length),
    registrable,
    port: port && `:${port}`,
    punycode: hostname.split('.').some((label) => label.startsWith('xn--')),
    insecure: protocol !== 'https:',
  }
}
