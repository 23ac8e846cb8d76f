import { parseUrl } from '@latchkey/std/parseUrl'

/** Where the local stack is; a server may put other addresses into the page's `<meta name="latchkey-stack">`. */
const LOCAL = {
  walletOrigin: 'http://wallet.localhost:8787',
  apiOrigin: 'http://api.localhost:8787',
  inbox: 'http://127.0.0.1:8025',
}

const originOf = (value: unknown, fallback: string): string =>
  (typeof value === 'string' ? parseUrl(value)?.origin : undefined) ?? fallback

export function stackAddresses(): typeof LOCAL {
  const content = document.querySelector<HTMLMetaElement>('meta[name="latchkey-stack"]')?.content
  if (!content) return LOCAL
  const given = JSON.parse(content) as Record<string, unknown>
  return {
    walletOrigin: originOf(given.wallet, LOCAL.walletOrigin),
    apiOrigin: originOf(given.api, LOCAL.apiOrigin),
    inbox: originOf(given.inbox, LOCAL.inbox),
  }
}

/** The two origins that `createLatchkey` asks for. */
export function demoOrigins(): Pick<typeof LOCAL, 'walletOrigin' | 'apiOrigin'> {
  const { walletOrigin, apiOrigin } = stackAddresses()
  return { walletOrigin, apiOrigin }
}

/** The local stack's own relay, on the API's host. */
export function demoWalletConnect(): { relayUrl: string } {
  const { apiOrigin } = stackAddresses()
  return { relayUrl: `${apiOrigin.replace(/^http/, 'ws')}/relay` }
}
