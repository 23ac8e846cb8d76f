import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { askService, type RouteCall, type Service, type ServiceAnswer } from './callService.ts'

/** Characters of an answer: logs of a whole range are long. */
const LONGEST = 33_554_432

const rpcCall = /* @__PURE__ */ once(() =>
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string().check(z.maxLength(128)), z.int(), z.null()]),
    method: z.string().check(z.minLength(1), z.maxLength(128)),
    params: z.optional(
      z.union([
        z.array(z.unknown()).check(z.maxLength(100)),
        z.record(z.string().check(z.maxLength(64)), z.unknown()),
      ]),
    ),
  }),
)
/** JSON-RPC 2.0 request with an id. Notifications make no sense here. */
export type RpcCall = z.output<ReturnType<typeof rpcCall>>

/** JSON-RPC 2.0 section 5; further members of a node's own are tolerated, not read. */
const rpcAnswer = /* @__PURE__ */ once(() =>
  z.object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.int(), z.null()]),
    result: z.optional(z.unknown()),
    error: z.optional(z.object({ code: z.int(), message: z.string(), data: z.optional(z.unknown()) })),
  }),
)
export type RpcAnswer = z.output<ReturnType<typeof rpcAnswer>>
export type RpcError = NonNullable<RpcAnswer['error']>
const rpcAnswers = /* @__PURE__ */ once(() => z.array(rpcAnswer()).check(z.maxLength(100)))

/** Chain RPC (spec 7): `POST /v1?chainId=<CAIP-2>&projectId=<id>` with a JSON-RPC call or a batch of 1 000 at most. */
export const callChain = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/v1',
  body: () => z.union([rpcCall(), z.array(rpcCall()).check(z.minLength(1), z.maxLength(1_000))]),
  reply: () => z.union([rpcAnswer(), rpcAnswers()]),
  auth: 'none',
})

/**
 * ERC-7677 over the service: `POST /paymaster/v1?chainId=<CAIP-2>&projectId=<id>[&service=<url>]`, one JSON-RPC call
 * `pm_getPaymasterStubData` or `pm_getPaymasterData` with `[userOp, entryPoint, chainId, context]`. Without `service`
 * the operator's own paymaster answers; with it the service asks that address, if the project has registered it.
 */
export const callPaymaster: typeof callChain = { ...callChain, path: '/paymaster/v1' }

/**
 * Sends JSON-RPC calls in one request.
 *
 * @param call `chainId`: CAIP-2, in the query
 * @returns the answers in the order of the calls; undefined where there is none
 * @throws as `askService`
 */
export async function askChain(
  service: Service,
  calls: readonly { method: string; params: unknown }[],
  call: Omit<RouteCall<typeof callChain>, 'body' | 'headers'>,
  route = callChain,
): Promise<ServiceAnswer<readonly (RpcAnswer | undefined)[]>> {
  const bodies = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  const [only] = bodies
  const isOne = bodies.length === 1
  const answer = await askService(
    service,
    { ...route, reply: isOne ? rpcAnswer() : rpcAnswers() },
    {
      longest: LONGEST,
      ...call,
      body: (isOne ? only : bodies) as z.output<(typeof callChain)['body']>,
      // Text needs no preflight; the service reads it as JSON.
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
    },
  )
  if (answer.kind !== 'reply') return answer
  const { reply } = answer
  const answers = Array.isArray(reply) ? calls.map((_, id) => reply.find((one) => one.id === id)) : [reply]
  return { ...answer, reply: answers }
}
