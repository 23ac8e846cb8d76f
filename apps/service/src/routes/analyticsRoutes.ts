import {
  AnalyticsOffError,
  EVENT_BODY_LIMIT,
  getAnalyticsConfig,
  InvalidRequestError,
  OriginNotAllowedError,
  RateLimitedError,
  sdkType,
  sdkVersion,
  sendEvent,
} from '@latchkey/protocol/http'
import type { Context, Hono } from 'hono'
import { storeEvent } from '../analytics/storeEvent.ts'
import type { Project } from '../config/projects.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { consume, retryAfterOf } from '../db/counters.ts'
import { clientAddress } from '../http/clientAddress.ts'
import { originOf, preflightResponse } from '../http/cors.ts'
import { addressKeyOf, limitAddress } from '../http/limitAddress.ts'
import { requireProjectCaller } from '../http/publicRoute.ts'
import { parseJson, readBody, requireContentType } from '../http/readBody.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** Counts against the caller within the project, then against the project: one visitor cannot use up the rest. */
async function limitEvents(service: ServiceContext, project: Project, address: string): Promise<void> {
  const { eventsPerAddressMinute, eventsPerProjectMinute, eventsPerProjectDay } = service.limits
  const key = `events:${project.id}`
  const place = `${key}:${addressKeyOf(service, address)}`
  const wait =
    (await service.take({ key: place, limit: eventsPerAddressMinute, window: MINUTE })) ||
    (await service.take({ key, limit: eventsPerProjectMinute, window: MINUTE })) ||
    // Counted one by one: a tenth of a day's events must not be lost with each process that ends.
    (await consume(
      service.db,
      { key: `${key}:day`, limit: eventsPerProjectDay, window: DAY },
      service.config.now(),
    ))
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
}

function sdkOf(context: Context): string {
  const st = sdkType.safeParse(context.req.query('st'))
  const sv = sdkVersion.safeParse(context.req.query('sv'))
  if (!st.success) throw new InvalidRequestError({ data: { field: 'st' } })
  if (!sv.success) throw new InvalidRequestError({ data: { field: 'sv' } })
  return `${st.data} ${sv.data}`
}

/** Spec 7, analytics: `GET /getAnalyticsConfig` and `POST /e?projectId&st&sv`. */
export function addAnalyticsRoutes(app: Hono, service: ServiceContext): void {
  const { config, db } = service
  const { keepsAddresses } = config.analytics
  const addressOf = (context: Context) => clientAddress(context, config.trustedProxies)

  app.get(getAnalyticsConfig.path, async (context) => {
    await limitAddress(service, 'api', addressOf(context))
    const { analytics } = await requireProjectCaller(service, context)
    return context.json({ isAnalyticsEnabled: analytics, isAddressKept: analytics && keepsAddresses })
  })
  app.on('OPTIONS', sendEvent.path, (context) => {
    // The call itself checks the origin; its refusal must be readable by a page that is not on the list.
    const origin = originOf(context.req.raw)
    if (!origin) throw new OriginNotAllowedError()
    return preflightResponse(origin, 'POST', 'content-type')
  })
  app.post(sendEvent.path, async (context) => {
    const request = context.req.raw
    const address = addressOf(context)
    await limitAddress(service, 'api', address)
    const project = await requireProjectCaller(service, context)
    if (!project.analytics) throw new AnalyticsOffError()
    await limitEvents(service, project, address)
    // A text body needs no preflight; the origin was checked all the same.
    requireContentType(request, ['application/json', 'text/plain'])
    const sdk = sdkOf(context)
    const body = sendEvent.body.safeParse(parseJson(await readBody(request, EVENT_BODY_LIMIT)))
    if (!body.success) {
      const field = (body.error.issues[0]?.path ?? []).join('.').slice(0, 64)
      throw new InvalidRequestError({ data: { field } })
    }
    const origin = originOf(request) ?? ''
    await storeEvent(db, {
      projectId: project.id,
      origin,
      at: config.now(),
      sdk,
      body: body.data,
      keepsAddresses,
    })
    return context.json({}, 202)
  })
}
