import type { Config } from '@latchkey/core'

/** The wallet's own page for whoever is signed in: at its own origin, in a window of its own. */
export function accountPage({ services, projectId }: Config): string {
  const url = new URL('/account', services.walletOrigin)
  url.searchParams.set('projectId', projectId)
  return url.href
}
