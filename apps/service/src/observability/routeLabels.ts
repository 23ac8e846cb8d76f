import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'

/** Names routes for logs and metrics by their own pattern, such as `/keys/v1/wallets/:walletId/confirm`. */
export type RouteLabels = {
  /** Notes the route that has answered a request; the first of an app's middleware. */
  note: MiddlewareHandler
  /** The route of a request. `unknown` where there is none: its path is the caller's own text. */
  of(request: Request): string
}

export function createRouteLabels(): RouteLabels {
  const labels = new WeakMap<Request, string>()
  const labelOf = (context: Context) => {
    const handlers = matchedRoutes(context).filter(({ method }) => method !== 'ALL')
    return handlers.at(-1)?.path
  }
  return {
    async note(context, next) {
      await next()
      const label = labelOf(context)
      if (label !== undefined) labels.set(context.req.raw, label)
    },
    of: (request) => labels.get(request) ?? 'unknown',
  }
}
