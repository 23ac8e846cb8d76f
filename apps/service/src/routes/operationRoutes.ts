import { health } from '@latchkey/protocol/http'
import { count } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { mailJobs } from '../db/schema.ts'
import { type Routes, registerRoute, type Served, type Serving } from '../http/registerRoute.ts'

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

const status = z.strictObject({ status: z.enum(['ok', 'degraded']) })
const live: Served = { method: 'GET', path: '/live', reply: status }
const ready: Served = { method: 'GET', path: '/ready', reply: status }

/**
 * For the operator: `/live`, `/ready` and `/health` under any host name, `/metrics` for this machine or the bearer of
 * the metrics token.
 */
export function addOperationRoutes(routes: Routes): void {
  const { config, metrics, lifecycle } = routes.service
  const serving: Serving = { audience: 'anyone', count: null }
  const forMonitors: Serving = { audience: 'monitor', count: null }
  registerRoute(routes, live, serving, async () => ({ status: 'ok' }))
  registerRoute(routes, ready, serving, async (service) => {
    const isReady = lifecycle.isReady() && (await hasDatabase(service))
    if (isReady) return { status: 'ok' }
    return Response.json({ status: 'degraded' }, { status: 503, headers: { 'retry-after': '1' } })
  })
  registerRoute(routes, health, serving, async (service) => {
    const [isThere, mail] = await Promise.all([
      hasDatabase(service),
      soon(service, service.mailHealth(), 'failing'),
    ])
    const status = isThere && mail === 'ok' ? 'ok' : 'degraded'
    const database = isThere ? 'ok' : 'failing'
    return Response.json({ status, database, mail, time: config.now() }, { status: isThere ? 200 : 503 })
  })
  registerRoute(routes, { method: 'GET', path: '/metrics' }, forMonitors, async (service) => {
    // Without the database the other figures are worth the more.
    await soon(service, readGauges(service), undefined)
    const text = await metrics.registry.metrics()
    return new Response(text, { headers: { 'content-type': metrics.registry.contentType } })
  })
}
