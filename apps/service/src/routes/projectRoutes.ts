import { getOrigins } from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import { clientAddress } from '../http/clientAddress.ts'
import { limitAddress } from '../http/limitAddress.ts'
import { requireProjectCaller } from '../http/publicRoute.ts'
import type { ServiceContext } from '../ServiceContext.ts'

/** Spec 7, wallet directory. */
export function addProjectRoutes(app: Hono, service: ServiceContext): void {
  app.get(getOrigins.path, async (context) => {
    await limitAddress(service, 'api', clientAddress(context, service.config.trustedProxies))
    const project = await requireProjectCaller(service, context)
    return context.json({ allowedOrigins: project.allowedOrigins.map(({ pattern }) => pattern) })
  })
}
