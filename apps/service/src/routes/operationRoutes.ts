import { NotFoundError } from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import { equalsInConstantTime, sha256 } from '../crypto/bytes.ts'
import { clientAddress, isLoopback } from '../http/clientAddress.ts'
import type { ServiceContext } from '../ServiceContext.ts'

async function answers({ ping, limits }: ServiceContext): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, limits.healthWait, false)
  })
  const result = await Promise.race([
    ping()
      .then(() => true)
      .catch(() => false),
    late,
  ])
  clearTimeout(timer)
  return result
}

/** For the operator: `/health` under any host name, `/metrics` for this machine or the bearer of the metrics token. */
export function addOperationRoutes(app: Hono, service: ServiceContext): void {
  const { config, metrics } = service
  app.get('/health', async (context) => {
    const database = await answers(service)
    const status = database && service.sendMail ? 'ok' : 'degraded'
    context.header('cache-control', 'no-store')
    return context.json({ status, time: config.now() }, database ? 200 : 503)
  })
  app.get('/metrics', async (context) => {
    const token = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    // Equal lengths for the comparison.
    const bearer =
      config.metricsToken && token && equalsInConstantTime(sha256(token), sha256(config.metricsToken))
    // A proxy on this machine would make everyone local.
    const direct = !context.req.header('x-forwarded-for') && !context.req.header('forwarded')
    const local = direct && isLoopback(clientAddress(context, 0))
    if (!bearer && !local) throw new NotFoundError()
    context.header('content-type', metrics.registry.contentType)
    return context.body(await metrics.registry.metrics())
  })
}
