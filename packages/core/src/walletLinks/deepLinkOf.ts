import { parseUrl } from '@latchkey/std/parseUrl'
import type { WalletListing } from '../interfaces/ConnectOptions.ts'
import type { ChainNamespace, WalletWays } from '../interfaces/Connector.ts'

/** Where the page runs, as far as links to wallets depend on it. */
export type Platform = {
  os: 'ios' | 'android' | 'desktop'
  /** Inside Telegram's own browser, which opens other apps only from a new window. */
  isTelegram: boolean
  /** Safari follows a link to an app only from the tap itself. */
  isIosSafari: boolean
  inIframe: boolean
}

const OTHER_IOS_BROWSER = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|GSA\/|DuckDuckGo|Brave|YaBrowser|MiuiBrowser/

/**
 * Reads the platform from a window.
 *
 * @example
 * readPlatform(window).os // 'ios'
 */
export function readPlatform(page: Window): Platform {
  const { userAgent, maxTouchPoints } = page.navigator
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return {
    os: isIos ? 'ios' : /Android/i.test(userAgent) ? 'android' : 'desktop',
    isTelegram: ['TelegramWebviewProxy', 'TelegramWebviewProxyProto', 'TelegramWebview'].some(
      (name) => name in page,
    ),
    isIosSafari: isIos && /Safari\//.test(userAgent) && !OTHER_IOS_BROWSER.test(userAgent),
    inIframe: isFramed(page),
  }
}

function isFramed(page: Window): boolean {
  try {
    return page.self !== page.top
  } catch {
    return true
  }
}

/**
 * Whether a pairing is kept at hand for the next tap too (spec 4, Telegram and iOS Safari): there a link opens only from
 * the tap itself, and a new pairing would come too late for it.
 */
export const keepsPairing = ({ isTelegram, isIosSafari }: Platform): boolean => isTelegram || isIosSafari

/** What a click opens. */
export type WalletLink = { href: string; target: '_self' | '_top' | '_blank' }

export type DeepLinkParameters = {
  listing: Pick<WalletListing, 'mobile_link' | 'link_mode' | 'desktop_link' | 'webapp_link'>
  /** Which of its links: of the phone's app (default), of the computer's program, or of the web page. */
  via?: 'mobile' | 'desktop' | 'web'
  /** A WalletConnect pairing uri; without it the link only brings the wallet to the front. */
  uri?: string
  platform: Platform
  /** Of two ways into a phone's app, https before a scheme of its own; default true. */
  preferUniversal?: boolean
}

const PAIRING_URI = /^wc:[0-9a-f]{16,128}@2\?[\x21-\x7e]{1,1024}$/

/**
 * The link that opens a wallet with a pairing. It is to be opened by the click itself.
 *
 * @returns undefined when the listing has no such link, or one that must not be opened
 * @example
 * deepLinkOf({ listing: { mobile_link: 'metamask://' }, uri, platform }) // { href: 'metamask://wc?uri=wc%3A…', target: '_self' }
 */
export function deepLinkOf(parameters: DeepLinkParameters): WalletLink | undefined {
  const { listing, via = 'mobile', uri, platform } = parameters
  if (via === 'mobile') return deepLinksOf(parameters)[0]
  const [link] = toLinks([via === 'web' ? listing.webapp_link : listing.desktop_link], uri, platform)
  // A page of its own stays beside this one.
  return link && via === 'web' ? { ...link, target: '_blank' } : link
}

/**
 * The links that open a wallet's app on a phone with a pairing, the better one first. Links that must not be opened are
 * left out.
 *
 * @example
 * const [first, other] = deepLinksOf({ listing: { mobile_link: 'metamask://', link_mode: 'https://metamask.app.link' }, uri, platform })
 */
export function deepLinksOf(parameters: Omit<DeepLinkParameters, 'via'>): WalletLink[] {
  const { listing, uri, platform, preferUniversal = true } = parameters
  const { mobile_link, link_mode } = listing
  return toLinks(preferUniversal ? [link_mode, mobile_link] : [mobile_link, link_mode], uri, platform)
}

/**
 * The links to a wallet that is connected already, the better one first: for "Open wallet" at a request.
 *
 * @param ways what the wallet said of itself (`peerRedirect` of a connector)
 * @param preferUniversal https before a scheme of the wallet's own
 */
export function walletLinksOf(ways: WalletWays, platform: Platform, preferUniversal = true): WalletLink[] {
  const ordered = preferUniversal ? [ways.universal, ways.native] : [ways.native, ways.universal]
  return toLinks(ordered, undefined, platform)
}

function toLinks(
  links: readonly (string | undefined)[],
  uri: string | undefined,
  platform: Platform,
): WalletLink[] {
  const hrefs = links.flatMap((link) => {
    const href = link === undefined ? undefined : withPairing(link, uri, platform)
    return href ? [href] : []
  })
  return [...new Set(hrefs)].map((href) => ({ href, target: targetOf(platform) }))
}

function withPairing(link: string, uri: string | undefined, platform: Platform): string | undefined {
  const base = isUniversalLink(link) ? withSlash(link) : isNativeLink(link) ? nativeBase(link) : undefined
  if (base === undefined || uri === undefined) return base
  if (!PAIRING_URI.test(uri)) return undefined
  const encoded = encodeURIComponent(uri)
  // Telegram on Android decodes a link once before it passes it on.
  const twice = platform.isTelegram && platform.os === 'android'
  return `${base}wc?uri=${twice ? encodeURIComponent(encoded) : encoded}`
}

/** `metamask:` and `metamask://` alike. */
const nativeBase = (link: string) => withSlash(link.includes('://') ? link : `${link}//`)
const withSlash = (link: string) => (link.endsWith('/') ? link : `${link}/`)

/** A frame may not leave for an app by itself, and Telegram opens apps from new windows only. */
function targetOf({ isTelegram, inIframe }: Platform): WalletLink['target'] {
  if (isTelegram) return '_blank'
  return inIframe ? '_top' : '_self'
}

/** Schemes that run code, read files, or start something else than a wallet. */
const REFUSED_SCHEME =
  /^(?:https?|wss?|ftps?|file|filesystem|data|blob|javascript|vbscript|about|view-source|jar|resource|content|intent|android-app|market|itms.*|mailto|tel|sms|facetime.*|ssh|sftp|telnet|smb|nfs|shell|ms-.*|x-.*|chrome.*|moz-.*|edge.*|safari.*|devtools|web\+.*)$/
const OWN_SCHEME = /^([a-z][a-z0-9.+-]{1,63}):(?:\/\/[A-Za-z0-9._~/-]*)?$/
const HTTPS = /^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:\/[A-Za-z0-9._~/%@-]*)?$/
const MAX_LINK = 512

/** Whether a link of a wallet is an `https:` address without a query, as universal links are. */
const isUniversalLink = (link: string): boolean => link.length <= MAX_LINK && HTTPS.test(link)

/** Whether a link has a scheme of the wallet's own, such as `metamask://`. */
function isNativeLink(link: string): boolean {
  const scheme = link.length <= MAX_LINK ? OWN_SCHEME.exec(link)?.[1] : undefined
  return scheme !== undefined && !REFUSED_SCHEME.test(scheme)
}

export type BrowseLinkParameters = {
  listing: Pick<WalletListing, 'rdns'>
  namespace: ChainNamespace
  /** The page that the wallet's own browser is to show. */
  pageUrl: string
  platform: Platform
}

type Browse = (page: string, origin: string) => string
const phantom: Browse = (page, origin) => `https://phantom.app/ul/browse/${page}?ref=${origin}`

/** Wallets that show a page in a browser of their own, by rdns and namespace. Binance's takes no pages from outside since 2026. */
const BROWSERS: Readonly<Record<string, Partial<Record<ChainNamespace, Browse>>>> = {
  'app.phantom': { eip155: phantom, solana: phantom, bip122: phantom },
  'com.solflare': { solana: (page, origin) => `https://solflare.com/ul/v1/browse/${page}?ref=${origin}` },
  'com.coinbase.wallet': {
    eip155: (page) => `cbwallet://miniapp?url=${page}`,
    solana: (page) => `https://go.cb-w.com/dapp?cb_url=${page}`,
  },
}

/**
 * The link that opens this page in the browser of a wallet on a phone, for wallets that connect there and not by a
 * pairing.
 *
 * @returns undefined for every other wallet, off phones, and for a page that no other browser can load
 */
export function browseLinkOf(parameters: BrowseLinkParameters): WalletLink | undefined {
  const { listing, namespace, pageUrl, platform } = parameters
  const page = platform.os === 'desktop' ? undefined : parseUrl(pageUrl)
  if (!page) return undefined
  const { protocol, origin, href } = page
  const rdns = listing.rdns?.toLowerCase() ?? ''
  const browse = Object.hasOwn(BROWSERS, rdns) ? BROWSERS[rdns]?.[namespace] : undefined
  if (!browse || (protocol !== 'https:' && protocol !== 'http:')) return undefined
  const target = platform.isTelegram ? '_blank' : platform.inIframe ? '_top' : '_self'
  return { href: browse(encodeURIComponent(href), encodeURIComponent(origin)), target }
}
