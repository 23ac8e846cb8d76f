import { isOriginAllowed } from '@latchkey/bridge'
import type { OriginPattern } from '@latchkey/protocol'

/** Who asks, taken apart so that the part that was registered can stand out. */
export type SiteIdentity = {
  origin: string
  scheme: string
  /** Before the registrable domain: `app.` */
  prefix: string
  /** The registrable domain: one label more than the public suffix. */
  registrable: string
  /** `:5173`, or empty */
  port: string
  /** Written in punycode: it may look like another name when it is drawn in its own script. */
  punycode: boolean
  /** Not encrypted. */
  insecure: boolean
}

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
