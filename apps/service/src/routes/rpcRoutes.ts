import {
  CHAIN_RPC_PATH,
  ChainUnavailableError,
  OriginNotAllowedError,
  UnknownNetworkError,
} from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import { allowsOrigin } from '../config/projects.ts'
import { clientAddress } from '../http/clientAddress.ts'
import { requireContentType } from '../http/contentType.ts'
import { originOf, preflightResponse } from '../http/cors.ts'
import { limitAddress } from '../http/limitAddress.ts'
import { requireProjectCaller } from '../http/publicRoute.ts'
import { parseJson, readBody } from '../http/readBody.ts'
import { passOn } from '../rpc/passOn.ts'
import { parseRpcPayload } from '../rpc/rpcCalls.ts'
import { createUpstream } from '../rpc/upstream.ts'
import type { ServiceContext } from '../ServiceContext.ts'

const BODY_LIMIT = 512 * 1024

/** Spec 7, chain RPC: `POST /v1?chainId=<CAIP-2>&projectId=<id>`. */
export function addRpcRoutes(app: Hono, service: ServiceContext): void {
  const { config, metrics } = service
  const upstreams = new Map(
    [...service.chains].map(([caip2, chain]) => [caip2, createUpstream(chain, () => performance.now())]),
  )

  app.on('OPTIONS', CHAIN_RPC_PATH, async (context) => {
    const origin = originOf(context.req.raw)
    const project = await service.projects.find(context.req.query('projectId') ?? '')
    const isAllowed = origin === config.walletOrigin || (project && origin && allowsOrigin(project, origin))
    if (!origin || !project || !isAllowed) throw new OriginNotAllowedError()
    return preflightResponse(origin, 'POST', 'content-type')
  })
  app.post(CHAIN_RPC_PATH, async (context) => {
    const request = context.req.raw
    await requireProjectCaller(service, context)
    // A text body needs no preflight; the origin was checked all the same.
    requireContentType(request, ['application/json', 'text/plain'])
    const upstream = upstreams.get(context.req.query('chainId') ?? '')
    if (!upstream) throw new UnknownNetworkError()
    // Reading a body costs as well: the first call of a batch is counted before, the others after.
    const address = clientAddress(context, config.trustedProxies)
    await limitAddress(service, 'rpc', address)
    const { calls, isBatch } = parseRpcPayload(parseJson(await readBody(request, BODY_LIMIT)))
    if (calls.length > 1) await limitAddress(service, 'rpc', address, calls.length - 1)
    const passed = await Promise.all(calls.map((call) => passOn(upstream, call, request.signal)))
    for (const { outcome } of passed)
      metrics.upstream.inc({ chain: context.req.query('chainId') ?? '', outcome })
    if (passed.every(({ outcome }) => outcome === 'unavailable')) throw new ChainUnavailableError()
    const replies = passed.map(({ reply }) => reply)
    return context.json(isBatch ? replies : replies[0])
  })
}
