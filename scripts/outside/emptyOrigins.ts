import type { Page } from 'playwright'

/**
 * Has these origins answer with nothing, so that no test depends on them and none of them hears of it. A kit may not
 * catch that its vendor cannot be reached, which is no fault of the page.
 */
export async function emptyOrigins(page: Page, origins: readonly string[]): Promise<void> {
  const isEmpty = ({ origin }: URL) => origins.includes(origin)
  await page.route(isEmpty, (route) =>
    route.fulfill({ status: 204, headers: { 'access-control-allow-origin': '*' } }),
  )
  await page.routeWebSocket(isEmpty, (socket) => socket.close())
}
