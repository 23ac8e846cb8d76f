/** Origins of the local stack; a server may put others into the page's `<meta name="latchkey-demo">`. */
const LOCAL = { walletOrigin: 'http://wallet.localhost:8787', apiOrigin: 'http://api.localhost:8787' }

export function demoOrigins(): typeof LOCAL {
  const content = document.querySelector<HTMLMetaElement>('meta[name="latchkey-demo"]')?.content
  try {
    const given: unknown = JSON.parse(content ?? '')
    if (typeof given !== 'object' || given === null) return LOCAL
    const { walletOrigin, apiOrigin } = given as Partial<Record<keyof typeof LOCAL, unknown>>
    if (typeof walletOrigin !== 'string' || typeof apiOrigin !== 'string') return LOCAL
    return { walletOrigin: new URL(walletOrigin).origin, apiOrigin: new URL(apiOrigin).origin }
  } catch {
    return LOCAL
  }
}
