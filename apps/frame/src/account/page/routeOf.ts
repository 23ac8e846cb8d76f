/** What the address asks the page for. Tokens and requests travel in the fragment, which no server sees. */
export type Route =
  | { page: 'device'; token: string }
  | { page: 'link'; token: string }
  | { page: 'account'; join: string | null; socialReturn: string | null }

const TOKEN = /^[A-Za-z0-9_-]{20,128}$/
/** `<joinId>.<publicKey>` of a device that waits in another window. */
const JOIN = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{40,400}$/
/** `<flowId>` or `<flowId>.error.<code>` of a social login. */
const SOCIAL = /^[A-Za-z0-9_-]{22}(?:\.error\.[0-9]{4})?$/

const matching = (value: string | null, pattern: RegExp) =>
  value !== null && pattern.test(value) ? value : null

/**
 * Reads the address. What does not have the form of ours is as good as missing.
 *
 * @example
 * routeOf({ pathname: '/account', hash: '#join=…' }) // { page: 'account', join: '…', socialReturn: null }
 */
export function routeOf({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): Route {
  const fragment = hash.replace(/^#/, '')
  if (pathname === '/device' || pathname === '/link') {
    const page = pathname === '/device' ? 'device' : 'link'
    return { page, token: matching(fragment, TOKEN) ?? '' }
  }
  const values = new URLSearchParams(fragment)
  return {
    page: 'account',
    join: matching(values.get('join'), JOIN),
    socialReturn: matching(values.get('latchkey_social'), SOCIAL),
  }
}

/**
 * The address that the wallet's own keys document takes as the result of a social login.
 *
 * @param socialReturn `<flowId>` or `<flowId>.error.<code>`
 */
export function resultUriOf(walletOrigin: string, socialReturn: string): string {
  const [flow = '', , code] = socialReturn.split('.')
  const url = new URL('/social/done', walletOrigin)
  url.searchParams.set('flow', flow)
  if (code !== undefined) url.searchParams.set('error', code)
  return url.href
}
