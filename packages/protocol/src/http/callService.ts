import { type BaseError, fromWire } from '@latchkey/errors'
import { type DeadlineLimits, withDeadline } from '@latchkey/std/deadline'
import { once } from '@latchkey/std/once'
import { parseKnown } from '@latchkey/std/parseKnown'
import * as z from 'zod/mini'
import type { Route } from '../schema/defineRoute.ts'
import { ServiceUnreachableError } from './errors.ts'

/** ms that one call may take, the body of its answer included. */
const TIMEOUT = 10_000
/** Characters of an answer that are read. */
const LONGEST = 1_048_576
/** No cookies, and never more of the page's address than its origin, whatever the page's own policy says. */
const PRIVATE = { credentials: 'omit', referrerPolicy: 'strict-origin' } as const

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Where the service is, and what goes with each call to it. */
export type Service = {
  apiOrigin: string
  /** Parameters of each address, such as `projectId`. */
  query?: Readonly<Record<string, string>>
  /** Default: the browser's. */
  fetch?: Fetch
  /** What `fetch` is told beside: stricter caching, redirects or referrers. */
  init?: RequestInit
}

/** A request as it goes out, for whoever proves it. */
export type ServiceRequest = { method: Route['method']; url: string; body: string | undefined }

/** One call. `ms`: 10 000 unless told; `tooLate` and `cancelled` make the errors of its end. */
export type RouteCall<R extends Route = Route> = DeadlineLimits & {
  /** Values of the path's `:names`. */
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  /** An empty object unless told, for POST alone. */
  body?: z.output<R['body']>
  /** In lower case, or made for the request. */
  headers?:
    | Readonly<Record<string, string>>
    | ((request: ServiceRequest) => Promise<Readonly<Record<string, string>>>)
  /** Characters of the answer that are read, 1 048 576 unless told. */
  longest?: number
  /** The page may go away meanwhile. */
  keepalive?: boolean
}

/** `refused`: not 2xx, with the service's error where it gave one. `unreadable`: 2xx without the contract's form. */
export type ServiceAnswer<Reply = unknown> = { status: number; headers: Headers } & (
  | { kind: 'reply'; reply: Reply }
  | { kind: 'refused'; error: BaseError | undefined }
  | { kind: 'unreadable' }
)

/**
 * Asks the service by one of its contracts. Its refusal is an answer too.
 *
 * @throws ServiceUnreachableError when the network fails or the answer is too long; what `tooLate` makes (default:
 * ServiceUnreachableError) or `cancelled` (default: the signal's reason)
 * @example
 * const answer = await askService({ apiOrigin, query: { projectId } }, getOrigins, { ms: 5_000, signal })
 */
export function askService<R extends Route>(
  service: Service,
  route: R,
  call: RouteCall<R> = {},
): Promise<ServiceAnswer<z.output<R['reply']>>> {
  const { method } = route
  const { ms = TIMEOUT, signal, cancelled, longest = LONGEST, keepalive = false } = call
  const { fetch = (url, init) => globalThis.fetch(url, init) } = service
  const tooLate = call.tooLate ?? (() => new ServiceUnreachableError())
  return withDeadline({ ms, signal, tooLate, ...(cancelled && { cancelled }) }, async (limit) => {
    const request = { method, url: urlOf(service, route.path, call), body: bodyOf(method, call.body) }
    const { url, body } = request
    const more = typeof call.headers === 'function' ? await call.headers(request) : call.headers
    const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...more }
    const init = { ...PRIVATE, ...service.init, method, headers, signal: limit, keepalive }
    try {
      const response = await fetch(url, body === undefined ? init : { ...init, body })
      // The body is part of the wait: a service that sends headers and then nothing must not hold anything up.
      return readAnswer<z.output<R['reply']>>(route.reply, response, await readText(response, longest))
    } catch (cause) {
      throw new ServiceUnreachableError({ cause })
    }
  })
}

/**
 * Calls the service by one of its contracts and gives the reply.
 *
 * @throws BaseError with the service's code and sentence when it refuses; ServiceUnreachableError when no answer of the
 * contract's form comes; what `cancelled` makes when the signal aborts
 * @example
 * const { allowedOrigins } = await callService({ apiOrigin, query: { projectId } }, getOrigins)
 */
export async function callService<R extends Route>(
  service: Service,
  route: R,
  call?: RouteCall<R>,
): Promise<z.output<R['reply']>> {
  return replyOf(await askService(service, route, call))
}

/** The reply in an answer, or the error that it stands for. */
export function replyOf<Reply>(answer: ServiceAnswer<Reply>): Reply {
  if (answer.kind === 'reply') return answer.reply
  throw (
    (answer.kind === 'refused' && answer.error) ||
    new ServiceUnreachableError({ details: `An answer of status ${answer.status} cannot be read.` })
  )
}

function urlOf(service: Service, path: string, call: RouteCall): string {
  const { params = {} } = call
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams({ ...service.query, ...call.query })
  return `${service.apiOrigin}${filled}${query.size > 0 ? `?${query}` : ''}`
}

const bodyOf = (method: Route['method'], body: unknown = {}): string | undefined =>
  method === 'POST' ? JSON.stringify(body) : undefined

async function readText(response: Response, longest: number): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    text += decoder.decode(value, { stream: !done })
    if (text.length > longest) {
      void reader?.cancel()
      throw new RangeError('The answer is too long.')
    }
    if (done) return text
  }
}

function readAnswer<Reply>(
  schema: z.ZodMiniType,
  { ok, status, headers }: Response,
  text: string,
): ServiceAnswer<Reply> {
  const value = parseJson(text)
  if (!ok) return { status, headers, kind: 'refused', error: refusalOf(value) }
  const parsed = parseKnown(schema, value)
  return parsed.success
    ? { status, headers, kind: 'reply', reply: parsed.data as Reply }
    : { status, headers, kind: 'unreadable' }
}

function refusalOf(value: unknown): BaseError | undefined {
  const parsed = parseKnown(problem(), value)
  if (!parsed.success) return undefined
  const { code, message, data } = parsed.data.error
  return fromWire({ code, message, ...(data && { data }) })
}

function parseJson(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Body of every answer that is not 2xx. */
export const problem = /* @__PURE__ */ once(() =>
  z.strictObject({
    error: z.strictObject({
      code: z.int(),
      message: z.string().check(z.maxLength(500)),
      data: z.optional(
        z.record(z.string().check(z.maxLength(64)), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      ),
    }),
  }),
)
export type Problem = z.output<ReturnType<typeof problem>>
