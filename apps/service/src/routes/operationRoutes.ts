import { NotFoundError } from '@latchkey/protocol/http'
import { count } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { equalsInConstantTime, sha256 } from '../crypto/bytes.ts'
import { mailJobs } from '../db/schema.ts'
import { clientAddress, isLoopback } from '../http/clientAddress.ts'

/** What comes of the work, or `late` when it takes longer than a question for health may, or fails. */
async function soon<Result>(
  { limits }: ServiceContext,
  work: Promise<Result>,
  late: Result,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<Result>((resolve) => {
    timer = setTimeout(resolve, limits.healthWait, late)
  })
  const result = await Promise.race([work.catch(() => late), end])
  clearTimeout(timer)
  return result
}

const hasDatabase = (service: ServiceContext) =>
  soon(
    service,
    service.ping().then(() => true),
    false,
  )

async function readGauges({ db, metrics, poolStats }: ServiceContext): Promise<void> {
  const pool = poolStats()
  if (pool) {
    metrics.poolConnections.set({ state: 'open' }, pool.total)
    metrics.poolConnections.set({ state: 'idle' }, pool.idle)
    metrics.poolWaiting.set(pool.waiting)
  }
  const [queue] = await db.select({ mails: count() }).from(mailJobs)
  metrics.mailQueue.set(queue?.mails ?? 0)
}

function mayReadMetrics({ config }: ServiceContext, context: Context): boolean {
  const token = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  // Equal lengths for the comparison.
  if (config.metricsToken && token && equalsInConstantTime(sha256(token), sha256(config.metricsToken)))
    return true
  // A proxy on this machine would make everyone local.
  const isDirect = !context.req.header('x-forwarded-for') && !context.req.header('forwarded')
  return isDirect && isLoopback(clientAddress(context, 0))
}

/**
 * For the operator: `/live`, `/ready` and `/health` under any host name, `/metrics` for this machine or the bearer of
 * the metrics token.
 */
export function addOperationRoutes(app: Hono, service: ServiceContext): void {
  const { config, metrics, lifecycle } = service
  app.get('/live', (context) => context.json({ status: 'ok' }))
  app.get('/ready', async (context) => {
    const isReady = lifecycle.isReady() && (await hasDatabase(service))
    if (!isReady) context.header('retry-after', '1')
    return context.json({ status: isReady ? 'ok' : 'degraded' }, isReady ? 200 : 503)
  })
  app.get('/health', async (context) => {
    const [isThere, mail] = await Promise.all([
      hasDatabase(service),
      soon(service, service.mailHealth(), 'failing'),
    ])
    const status = isThere && mail === 'ok' ? 'ok' : 'degraded'
    const database = isThere ? 'ok' : 'failing'
    return context.json({ status, database, mail, time: config.now() }, isThere ? 200 : 503)
  })
  app.get('/metrics', async (context) => {
    if (!mayReadMetrics(service, context)) throw new NotFoundError()
    // Without the database the other figures are worth the more.
    await soon(service, readGauges(service), undefined)
    context.header('content-type', metrics.registry.contentType)
    return context.body(await metrics.registry.metrics())
  })
}
