import { BaseError, fromWire } from '@latchkey/errors'
import { problem, type Route } from '@latchkey/protocol/http'
import { withDeadline } from '@latchkey/std/deadline'
import type * as z from 'zod/mini'
import { SiwxServiceError } from './message/errors.ts'

/** ms that one call may take, the body of its answer included. */
const TIMEOUT = 10_000

/** Where the service is and who asks. */
export type ServiceAddress = {
  apiOrigin: string
  projectId: string
  sdk: { type: string; version: string }
  fetch: typeof fetch
}

export type CallParameters = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** Bearer token of a session. */
  token?: string
}

function urlOf({ apiOrigin, projectId, sdk }: ServiceAddress, path: string, call: CallParameters): URL {
  const { params = {}, query = {} } = call
  const url = new URL(
    path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    apiOrigin,
  )
  const all = { projectId, st: sdk.type, sv: sdk.version, ...query }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url
}

async function fetchJson(service: ServiceAddress, route: Route, call: CallParameters, signal: AbortSignal) {
  const response = await service.fetch(urlOf(service, route.path, call), {
    method: route.method,
    credentials: 'omit',
    // Whatever the page's own policy is: its path and query are nobody else's.
    referrerPolicy: 'strict-origin',
    signal,
    headers: {
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  })
  return { response, value: (await response.json()) as unknown }
}

/**
 * Calls one route of the service.
 *
 * @throws the service's own refusal with its code, or SiwxServiceError when there is no answer that can be read in time
 */
export async function serviceCall<Reply extends z.ZodMiniType>(
  service: ServiceAddress,
  route: Route<z.ZodMiniType, Reply>,
  call: CallParameters = {},
): Promise<z.output<Reply>> {
  try {
    const { response, value } = await withDeadline({ ms: TIMEOUT }, (signal) =>
      fetchJson(service, route, call, signal),
    )
    if (response.ok) {
      const reply = route.reply.safeParse(value)
      if (reply.success) return reply.data
    } else {
      const refusal = problem.safeParse(value)
      if (refusal.success) throw refusalOf(refusal.data.error)
    }
    throw new SiwxServiceError({ details: `An answer of status ${response.status} cannot be read.` })
  } catch (cause) {
    throw cause instanceof BaseError ? cause : new SiwxServiceError({ cause })
  }
}

type WireProblem = z.output<typeof problem>['error']

function refusalOf({ code, message, data }: WireProblem): BaseError {
  return fromWire({ code, message, ...(data ? { data } : {}) })
}
