import type { CustomWallet } from '@latchkey/core'

export type WalletLink = { href: string; target: '_blank' | '_self' | '_top' }
export type LinkPlace = 'mobile' | 'web' | 'desktop'

const SCHEME = /^[a-z][a-z0-9+.-]{1,31}:/i
/** Schemes that run something in the page, or open what no wallet is. */
const REFUSED: ReadonlySet<string> = new Set(
  [
    'javascript',
    'data',
    'vbscript',
    'file',
    'blob',
    'about',
    'filesystem',
    'view-source',
    'http',
    'ws',
    'wss',
  ].map((name) => `${name}:`),
)

/** The link that hands a pairing uri to a wallet; undefined where it has none, or none that may be followed. */
export function walletLink(wallet: CustomWallet, uri: string, place: LinkPlace): WalletLink | undefined {
  const base = { mobile: wallet.mobile_link, web: wallet.webapp_link, desktop: wallet.desktop_link }[place]
  const scheme = base?.trim().match(SCHEME)?.[0].toLowerCase()
  if (!base || !scheme || REFUSED.has(scheme)) return undefined
  if (place === 'web' && scheme !== 'https:') return undefined
  const href = `${withSlash(base.trim(), scheme)}wc?uri=${encodeURIComponent(uri)}`
  // An app opens from where one is; a page opens beside it.
  if (place === 'web' || scheme === 'https:') return { href, target: '_blank' }
  return { href, target: globalThis.self === globalThis.top ? '_self' : '_top' }
}

function withSlash(base: string, scheme: string): string {
  const rest = base.slice(scheme.length)
  if (rest === '' || rest === '/' || rest === '//') return `${scheme}//`
  return base.endsWith('/') ? base : `${base}/`
}
