/**
 * Whether two origins could share storage or process: same scheme, and the same registrable domain as far as one can
 * tell without a list of public suffixes (the last two labels). `*.localhost` names are sites of their own in browsers.
 * It errs on the side of "same": the answer only ever refuses a set-up that would put the wallet on the page's own site.
 */
export function isSameSite(a: string, b: string): boolean {
  const siteA = siteOf(a)
  const siteB = siteOf(b)
  return siteA === undefined || siteB === undefined || siteA === siteB
}

function siteOf(origin: string): string | undefined {
  try {
    const { hostname } = new URL(origin)
    return hostname.split('.').slice(-2).join('.')
  } catch {
    return undefined
  }
}
