import { InvalidRequestError, OriginNotAllowedError, type Route } from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import type * as z from 'zod/mini'
import { signalOfCall } from '../context/lifecycle.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { createNonce } from '../sessions/nonces.ts'
import { authorize } from './authorize.ts'
import type { Call } from './Call.ts'
import { clientAddress } from './clientAddress.ts'
import { allowReading, originOf, preflightResponse, requireOrigin } from './cors.ts'
import { limitAddress } from './limitAddress.ts'
import { parseJson, readBody, requireContentType } from './readBody.ts'

const BODY_LIMIT = 64 * 1024

function parseBody<Body extends z.ZodMiniType>(schema: Body, bytes: Uint8Array): z.output<Body> {
  const result = schema.safeParse(bytes.length ? parseJson(bytes) : {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new InvalidRequestError({ data: { field: (issue?.path ?? []).join('.').slice(0, 64) } })
}

/**
 * Serves one route of the protocol to one origin alone: origin, size, content type, proof, token, body, in that
 * order, then the handler. Every answer carries a nonce for the next proof.
 *
 * @param allowedOrigin the keys app's unless told; the wallet's own for what its top-level pages ask
 */
export function registerRoute<Body extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  app: Hono,
  service: ServiceContext,
  route: Route<Body, Reply>,
  handler: (service: ServiceContext, call: Call<z.output<Body>>) => Promise<z.output<Reply>>,
  allowedOrigin: string = service.config.keysOrigin,
): void {
  const { config, hashKeys } = service
  const isAllowed = (origin: string) => origin === allowedOrigin

  app.on('OPTIONS', route.path, (context) => {
    const origin = originOf(context.req.raw)
    if (!origin || !isAllowed(origin)) throw new OriginNotAllowedError()
    return preflightResponse(origin, 'GET, POST, DELETE', 'authorization, content-type, dpop')
  })
  app.on(route.method, route.path, async (context) => {
    const request = context.req.raw
    const origin = requireOrigin(request, isAllowed)
    // Set on the context, so that a refusal further down can be read as well.
    const headers = new Headers()
    allowReading(headers, origin)
    headers.set('dpop-nonce', createNonce(hashKeys.nonce, config.now()))
    headers.forEach((value, name) => {
      context.header(name, value)
    })
    const address = clientAddress(context, config.trustedProxies)
    await limitAddress(service, 'api', address)
    const bytes = await readBody(request, BODY_LIMIT)
    if (route.method === 'POST' || bytes.length) requireContentType(request, ['application/json'])
    const authority = await authorize(service, route, request, bytes)
    const [signal, letGo] = signalOfCall(request.signal, service.lifecycle.stopping)
    const reply = await handler(service, {
      ...authority,
      body: parseBody(route.body, bytes),
      params: context.req.param(),
      query: new URL(request.url).searchParams,
      address,
      userAgent: request.headers.get('user-agent'),
      acceptLanguage: request.headers.get('accept-language'),
      signal,
    }).finally(letGo)
    return context.json(reply as Record<string, unknown>)
  })
}
