import { isIP } from 'node:net'
import { browserName, OriginNotAllowedError, UnknownProjectError } from '@latchkey/protocol/http'
import { allowsOrigin, type Project } from '../../config/projects.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import type { Call } from '../../http/Call.ts'
import { addressBlock } from '../../http/clientAddress.ts'

/** Family by the first mark that fits: later marks stand in the texts of others too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\/\d/, 'Edge'],
  [/\b(?:OPR|OPT|OPX|Opera)\/\d/, 'Opera'],
  [/\bSamsungBrowser\/\d/, 'Samsung Internet'],
  [/\b(?:Vivaldi)\/\d/, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\/\d/, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\/\d/, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const find = (table: typeof BROWSERS, text: string) => table.find(([mark]) => mark.test(text))?.[1]

/**
 * Names a browser's family and its system, for a person who asks "was that me?". Nothing else of the header is kept: it
 * is the caller's own text, and a version would tell devices apart.
 *
 * @param userAgent the `User-Agent` header (RFC 9110 section 10.1.5)
 * @example describeBrowser('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0') // 'Firefox on Linux'
 */
export function describeBrowser(userAgent: string | null): string {
  // Longer texts are no browser's, and the expressions should not have to read them.
  const text = (userAgent ?? '').slice(0, 512)
  return browserName(find(BROWSERS, text), find(SYSTEMS, text))
}

/**
 * The network that an address is in, coarse enough to be kept: its first 24 bits, of IPv6 the first 48 (RFC 4632,
 * RFC 6177).
 *
 * @example describePlace('203.0.113.7') // '203.0.113.0/24'
 */
export function describePlace(address: string): string {
  if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (isIP(address) === 6) return `${addressBlock(address).split(':').slice(0, 3).join(':')}::/48`
  return 'Unknown network'
}

/** Who asks, in words that a person can judge and that may be kept. */
export type Caller = {
  /** Families alone, such as `Firefox on Linux`. */
  browser: string
  /** Network alone, such as `203.0.113.0/24`. */
  place: string
  /** The first language its browser asks for (BCP 47). */
  locale: string | undefined
}

/** Describes the caller of one request. */
export function callerOf(call: Pick<Call<unknown>, 'address' | 'userAgent' | 'acceptLanguage'>): Caller {
  const language = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}/.exec(call.acceptLanguage?.trim() ?? '')?.[0]
  return {
    browser: describeBrowser(call.userAgent),
    place: describePlace(call.address),
    locale: language?.slice(0, 35),
  }
}

/**
 * Finds the project of a login and checks the page that it is for: one of the project's, or the wallet's own account
 * page.
 *
 * @param hostOrigin as `URL.origin` prints it
 * @throws UnknownProjectError, OriginNotAllowedError
 */
export async function requireHost(
  service: ServiceContext,
  projectId: string,
  hostOrigin: string,
): Promise<Project> {
  const project = await service.projects.find(projectId)
  if (!project) throw new UnknownProjectError()
  if (hostOrigin !== service.config.walletOrigin && !allowsOrigin(project, hostOrigin))
    throw new OriginNotAllowedError()
  return project
}
