import type { WalletListing } from '../interfaces/ConnectOptions.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import type { WalletLink } from './deepLinkOf.ts'
import type { Platform } from './Platform.ts'

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
  if (platform.os === 'desktop' || !URL.canParse(pageUrl)) return undefined
  const { protocol, origin, href } = new URL(pageUrl)
  const rdns = listing.rdns?.toLowerCase() ?? ''
  const browse = Object.hasOwn(BROWSERS, rdns) ? BROWSERS[rdns]?.[namespace] : undefined
  if (!browse || (protocol !== 'https:' && protocol !== 'http:')) return undefined
  const target = platform.isTelegram ? '_blank' : platform.inIframe ? '_top' : '_self'
  return { href: browse(encodeURIComponent(href), encodeURIComponent(origin)), target }
}
