import type { Page } from 'playwright'

/** Has nothing be found at these origins, so that no test depends on them, and none of them hears of it. */
export async function refuseOrigins(page: Page, origins: readonly string[]): Promise<void> {
  const isRefused = ({ origin }: URL) => origins.includes(origin)
  await page.route(isRefused, (route) =>
    route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } }),
  )
  await page.routeWebSocket(isRefused, (socket) => socket.close())
}
