import type { Page } from 'playwright'

/** Refuses what a page asks of these origins, so that no test depends on them, and none of them hears of it. */
export async function refuseOrigins(page: Page, origins: readonly string[]): Promise<void> {
  await page.route(
    ({ origin }) => origins.includes(origin),
    (route) => route.abort(),
  )
  await page.routeWebSocket(
    ({ origin }) => origins.includes(origin),
    (socket) => socket.close(),
  )
}
