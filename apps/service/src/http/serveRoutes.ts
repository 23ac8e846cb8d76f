import { OriginNotAllowedError } from '@latchkey/protocol/http'
import type { Context, Hono } from 'hono'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { exactOriginOf, originOf, preflightResponse } from './admitCaller.ts'
import type { RouteEntry, Routes } from './registerRoute.ts'

const segmentsOf = (path: string) => path.split('/')
const isParameter = (segment: string | undefined) => segment?.startsWith(':') === true

/** Whether some address is of both paths. */
function overlap(one: string, other: string): boolean {
  const [left, right] = [segmentsOf(one), segmentsOf(other)]
  return (
    left.length === right.length &&
    left.every(
      (segment, index) => segment === right[index] || isParameter(segment) || isParameter(right[index]),
    )
  )
}

const exactOf = (service: ServiceContext, { serving }: RouteEntry) => exactOriginOf(service, serving.audience)

/** @throws Error when the order of registration would decide which of two routes answers */
function requireDistinct({ service, entries }: Routes): void {
  entries.forEach((entry, index) => {
    for (const earlier of entries.slice(0, index)) {
      const { path } = earlier.route
      if (earlier.route.method !== entry.route.method || !overlap(path, entry.route.path)) continue
      if (path !== entry.route.path || exactOf(service, earlier) === exactOf(service, entry))
        throw new Error(`Two routes answer ${entry.route.method} ${path} and ${entry.route.path}.`)
    }
  })
}

/** Of the routes of one address: the one for the caller's own origin, else the one for others. */
function pick(service: ServiceContext, entries: readonly RouteEntry[], request: Request) {
  const origin = originOf(request)
  return (
    entries.find((entry) => origin !== null && exactOf(service, entry) === origin) ??
    entries.find((entry) => exactOf(service, entry) === null) ??
    entries[0]
  )
}

/** Answers a preflight. Unless the route is for one origin of ours, its refusal must be readable by a page that is not on the list. */
async function answerPreflight(service: ServiceContext, entries: readonly RouteEntry[], request: Request) {
  const origin = originOf(request)
  const entry = pick(service, entries, request)
  const { audience, allowedHeaders = '' } = entry?.serving ?? {}
  const exact = entry ? exactOf(service, entry) : null
  if (origin === null || (exact !== null && exact !== origin)) throw new OriginNotAllowedError()
  const projectId = new URL(request.url).searchParams.get('projectId') ?? ''
  if (audience === 'page' && !(await service.projects.find(projectId))) throw new OriginNotAllowedError()
  const methods = [...new Set(entries.map(({ route }) => route.method))].join(', ')
  return preflightResponse(origin, methods, allowedHeaders)
}

const groupBy = (entries: readonly RouteEntry[], keyOf: (entry: RouteEntry) => string) => {
  const groups = new Map<string, RouteEntry[]>()
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry])
  return groups.values()
}

/**
 * Serves the routes of one host. Two may share method and path when they are for different origins.
 *
 * @throws Error when two routes answer the same request
 */
export function serveRoutes(app: Hono, routes: Routes): void {
  const { service, entries } = routes
  requireDistinct(routes)
  for (const group of groupBy(entries, ({ route }) => `${route.method} ${route.path}`)) {
    const [{ route }] = group as [RouteEntry]
    app.on(route.method, route.path, (context: Context) => {
      const entry = pick(service, group, context.req.raw)
      return entry ? entry.answer(context) : context.notFound()
    })
  }
  const preflighted = entries.filter(({ serving }) => serving.allowedHeaders !== undefined)
  for (const group of groupBy(preflighted, ({ route }) => route.path)) {
    const [{ route }] = group as [RouteEntry]
    app.on('OPTIONS', route.path, ({ req }) => answerPreflight(service, group, req.raw))
  }
}
