/** Origins of the local stack; a server may put others into the page's `<meta name="latchkey-stack">`. */
const LOCAL = { walletOrigin: 'http://wallet.localhost:8787', apiOrigin: 'http://api.localhost:8787' }

export function demoOrigins(): typeof LOCAL {
  const content = document.querySelector<HTMLMetaElement>('meta[name="latchkey-stack"]')?.content
  try {
    const given: unknown = JSON.parse(content ?? '')
    if (typeof given !== 'object' || given === null) return LOCAL
    const { wallet, api } = given as { wallet?: unknown; api?: unknown }
    if (typeof wallet !== 'string' || typeof api !== 'string') return LOCAL
    return { walletOrigin: new URL(wallet).origin, apiOrigin: new URL(api).origin }
  } catch {
    return LOCAL
  }
}
