import { browserName } from '@latchkey/protocol/http'

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
