import type { BaseError } from '@latchkey/errors'
import { InvalidRequestError, InvalidTokenError, type Route } from '@latchkey/protocol/http'
import type { Context } from 'hono'
import * as z from 'zod'
import { type ServiceContext, signalOfCall } from '../context/ServiceContext.ts'
import { type ActiveSession, findSession } from '../sessions/sessions.ts'
import { verifyProof } from '../sessions/verifyProof.ts'
import { type Admission, admitCaller } from './admitCaller.ts'
import type { Call, Caller } from './Call.ts'
import { clientAddress } from './clientAddress.ts'
import { parseJson, readBody, requireContentType } from './readBody.ts'

export type Authority = { jkt: string | null; session: ActiveSession | null }

function readToken(request: Request): string {
  const token = /^DPoP ([A-Za-z0-9_-]{43})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!token) throw new InvalidTokenError()
  return token
}

/**
 * Checks what the route asks for: nothing, a proof, or a proof and the token bound to the same key. A token is checked
 * wherever one comes along with a proof.
 *
 * @param body the bytes as they came, for the proof covers them
 */
async function authorize(
  service: ServiceContext,
  auth: Route['auth'],
  request: Request,
  body: Uint8Array,
): Promise<Authority> {
  if (auth === 'none') return { jkt: null, session: null }
  // Where a proof is enough, a token may come along: then the call is somebody's.
  const isAnonymous = auth === 'proof' && request.headers.get('authorization') === null
  const accessToken = isAnonymous ? null : readToken(request)
  const { jkt } = await verifyProof(service, {
    proof: request.headers.get('dpop'),
    method: request.method,
    path: new URL(request.url).pathname,
    body,
    accessToken,
    needsNonce: auth === 'nonce',
  })
  return { jkt, session: accessToken === null ? null : await findSession(service, accessToken, jkt) }
}

type Schema = z.core.$ZodType

/** A contract of the protocol, or as much of one as a route has: a page has neither a body nor a reply in JSON. */
export type Served<Body extends Schema = Schema, Reply extends Schema = Schema> = {
  method: Route['method'] | 'PUT'
  path: string
  /** Left out: the handler reads the body itself, if there is one. */
  body?: Body
  /** Left out: the handler answers with a `Response`. */
  reply?: Reply
  auth?: Route['auth']
}

/** How a contract is served. */
export type Serving = Admission & {
  /** Headers that a page's script may send. Left out: the page needs no preflight, and gets none. */
  allowedHeaders?: string
  /** Names of query parameters beside `projectId`. */
  query?: readonly string[]
  /** Of the body. JSON unless told. */
  contentTypes?: readonly string[]
  /** Most bytes of the body; 64 KiB unless told. */
  bodyLimit?: number
  /** Further checks of an admitted call before its body is read. It throws to refuse. */
  admit?: (service: ServiceContext, caller: Caller) => Promise<void>
  /** What is told of a body that the schema refuses; the field alone unless told. */
  refusalOf?: (error: z.core.$ZodError) => BaseError
}

/** For the keys app alone, which proves its key. */
export const forKeys: Serving = { audience: 'keys', allowedHeaders: 'authorization, content-type, dpop' }
/** For the wallet's own top-level pages. */
export const forWallet: Serving = { ...forKeys, audience: 'wallet' }

export type RouteEntry = { route: Served; serving: Serving; answer(context: Context): Promise<Response> }
/** Routes of one host, in any order. */
export type Routes = { service: ServiceContext; entries: RouteEntry[] }

const BODY_LIMIT = 64 * 1024

const fieldOf = (error: z.core.$ZodError): BaseError =>
  new InvalidRequestError({ data: { field: (error.issues[0]?.path ?? []).join('.').slice(0, 64) } })

const isSentBy = (method: string): boolean => method === 'POST' || method === 'PUT'

async function readBytes(request: Request, serving: Serving): Promise<Uint8Array> {
  const { bodyLimit = BODY_LIMIT, contentTypes = ['application/json'] } = serving
  const isSent = isSentBy(request.method)
  if (isSent) requireContentType(request, contentTypes)
  const bytes = await readBody(request, bodyLimit)
  if (!isSent && bytes.length) requireContentType(request, contentTypes)
  return bytes
}

/** No body at all stands for an empty object where the wallet's own code calls, and nowhere else: an operator's would erase. */
function parseBody({ body, method }: { body: Schema; method: string }, bytes: Uint8Array, serving: Serving) {
  const { audience, refusalOf = fieldOf } = serving
  const mayBeEmpty = !isSentBy(method) || audience === 'keys' || audience === 'wallet'
  const result = z.safeParse(body, bytes.length === 0 && mayBeEmpty ? {} : parseJson(bytes))
  if (result.success) return result.data
  throw refusalOf(result.error)
}

/**
 * Registers one route: the only way that anything is served, on whichever host. The order of the checks is: caller, what
 * is not there, count, what the route itself asks for, content type, size, proof, token, body; then the handler. The order
 * of registration does not matter.
 *
 * @param handler its reply is sent as JSON, unless it is a `Response`
 */
export function registerRoute<Body extends Schema, Reply extends Schema>(
  { service, entries }: Routes,
  route: Served<Body, Reply>,
  serving: Serving,
  handler: (service: ServiceContext, call: Call<z.output<Body>>) => Promise<z.output<Reply> | Response>,
): void {
  async function answer(context: Context): Promise<Response> {
    const request = context.req.raw
    const asking = {
      request,
      params: context.req.param(),
      query: new URL(request.url).searchParams,
      address: clientAddress(context, service.config.trustedProxies),
      peer: clientAddress(context, 0),
      userAgent: request.headers.get('user-agent'),
      acceptLanguage: request.headers.get('accept-language'),
    }
    // Set on the context, so that a refusal further down can be read as well.
    const headers = new Headers()
    const caller = await admitCaller(service, serving, asking, headers).finally(() =>
      headers.forEach((value, name) => {
        context.header(name, value)
      }),
    )
    await serving.admit?.(service, caller)
    const bytes = route.body ? await readBytes(request, serving) : new Uint8Array()
    const authority = await authorize(service, route.auth ?? 'none', request, bytes)
    const body = (
      route.body ? parseBody({ body: route.body, method: request.method }, bytes, serving) : undefined
    ) as z.output<Body>
    const [signal, letGo] = signalOfCall(request.signal, service.lifecycle.stopping)
    const reply = await handler(service, { ...caller, ...authority, body, signal }).finally(letGo)
    if (!(reply instanceof Response)) return context.json(reply as Record<string, unknown>)
    // As bytes, so that the answer says its length.
    return context.newResponse(reply.body && new Uint8Array(await reply.arrayBuffer()), reply)
  }
  entries.push({ route, serving, answer })
}
