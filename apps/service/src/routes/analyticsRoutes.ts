import {
  AnalyticsOffError,
  EVENT_BODY_LIMIT,
  getAnalyticsConfig,
  InvalidRequestError,
  RateLimitedError,
  sdkType,
  sdkVersion,
  sendEvent,
} from '@latchkey/protocol/http'
import { storeEvent } from '../analytics/events.ts'
import type { Project } from '../config/projects.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { consume, retryAfterOf } from '../db/counters.ts'
import { type Caller, callerOriginOf, projectOf } from '../http/Call.ts'
import { addressKeyOf } from '../http/clientAddress.ts'
import { type Routes, registerRoute, type Serving } from '../http/registerRoute.ts'

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

function sdkOf({ query }: Caller): string {
  const st = sdkType().safeParse(query.get('st'))
  const sv = sdkVersion().safeParse(query.get('sv'))
  if (!st.success) throw new InvalidRequestError({ data: { field: 'st' } })
  if (!sv.success) throw new InvalidRequestError({ data: { field: 'sv' } })
  return `${st.data} ${sv.data}`
}

const forEvents: Serving = {
  audience: 'project',
  allowedHeaders: 'content-type',
  query: ['st', 'sv'],
  // A text body needs no preflight; the origin was checked all the same.
  contentTypes: ['application/json', 'text/plain'],
  bodyLimit: EVENT_BODY_LIMIT,
  async admit(service, caller) {
    const project = projectOf(caller)
    if (!project.analytics) throw new AnalyticsOffError()
    await limitEvents(service, project, caller.address)
    sdkOf(caller)
  },
}

/** Spec 7, analytics: `GET /getAnalyticsConfig` and `POST /e?projectId&st&sv`. */
export function addAnalyticsRoutes(routes: Routes): void {
  const { keepsAddresses } = routes.service.config.analytics
  registerRoute(routes, getAnalyticsConfig, { audience: 'project' }, async (_, call) => {
    const { analytics } = projectOf(call)
    return { isAnalyticsEnabled: analytics, isAddressKept: analytics && keepsAddresses }
  })
  registerRoute(routes, sendEvent, forEvents, async ({ db, config }, call) => {
    await storeEvent(db, {
      projectId: projectOf(call).id,
      origin: callerOriginOf(call),
      at: config.now(),
      sdk: sdkOf(call),
      body: call.body,
      keepsAddresses,
    })
    return Response.json({}, { status: 202 })
  })
}
