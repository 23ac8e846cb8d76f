import type { BaseError } from '@latchkey/errors'
import type { FrameDocumentConfig } from '@latchkey/protocol'
import { ChainRefusedError, ChainUnreachableError } from '@latchkey/protocol/frame'
import { PAYMASTER_PATH, RateLimitedError } from '@latchkey/protocol/http'
import { withDeadline } from '@latchkey/std/deadline'
import * as z from 'zod/mini'
import type { ChainRpc, RpcCall, RpcOutcome } from '../../../context/ChainRpc.ts'
import { plainText } from '../../../site/plainText.ts'

/** ms for one round trip (spec 7, Chain RPC). */
const timeout = 10_000

const rpcError = z.object({ code: z.int(), message: z.string(), data: z.optional(z.unknown()) })
/** JSON-RPC 2.0 section 5; extra members of a node's own are tolerated, not read. */
const rpcAnswer = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.int(), z.null()]),
  result: z.optional(z.unknown()),
  error: z.optional(rpcError),
})
const rpcAnswers = z.array(rpcAnswer).check(z.maxLength(100))

/** Revert data that is worth passing on: as much as the bridge takes. */
const maxErrorData = 1_024

function refusal({ code, message, data }: z.output<typeof rpcError>): BaseError {
  // Nodes nest revert data in different places; the plain hex is what callers decode.
  const nested = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data
  const hex = typeof nested === 'string' && /^0x[0-9a-fA-F]*$/.test(nested) && nested.length <= maxErrorData
  const rpcMessage = plainText(message, 256)
  return new ChainRefusedError({ data: { rpcCode: code, rpcMessage, ...(hex ? { rpcData: nested } : {}) } })
}
function outcomeOf(answer: z.output<typeof rpcAnswer> | undefined): RpcOutcome {
  if (answer?.error) return { ok: false, error: refusal(answer.error) }
  // A missing result is not the same as null.
  if (!answer || !('result' in answer)) return { ok: false, error: new ChainUnreachableError() }
  return { ok: true, result: answer.result }
}

async function post(fetch: typeof globalThis.fetch, url: string, body: string, signal: AbortSignal) {
  const response = await fetch(url, {
    method: 'POST',
    body,
    // Text needs no preflight; the service reads it as JSON.
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  })
  if (response.status === 429) throw new RateLimitedError()
  if (!response.ok) throw new ChainUnreachableError({ details: String(response.status) })
  return (await response.json()) as unknown
}

/**
 * Makes the way to the networks: the service's RPC proxy, ten seconds a round trip.
 *
 * @param fetch the browser's, or a test's
 */
export function createChainRpc(
  config: Pick<FrameDocumentConfig, 'apiOrigin' | 'projectId' | 'chains'>,
  fetch: typeof globalThis.fetch,
): ChainRpc {
  const urlOf = (path: string, chainId: number, more: Record<string, string> = {}) => {
    const caip2 = config.chains.find((chain) => chain.id === chainId)?.caip2 ?? `eip155:${chainId}`
    const query = new URLSearchParams({ chainId: caip2, projectId: config.projectId, ...more })
    return `${config.apiOrigin}${path}?${query}`
  }
  const send = async (url: string, calls: readonly RpcCall[], signal?: AbortSignal) => {
    const bodies = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
    const single = bodies.length === 1
    try {
      const body = JSON.stringify(single ? bodies[0] : bodies)
      const answer = await withDeadline({ ms: timeout, signal }, (limit) => post(fetch, url, body, limit))
      const answers = rpcAnswers.parse(single ? [answer] : answer)
      return calls.map((_, id) => outcomeOf(single ? answers[0] : answers.find((one) => one.id === id)))
    } catch (error) {
      if (signal?.aborted || error instanceof RateLimitedError || error instanceof ChainUnreachableError)
        throw error
      throw new ChainUnreachableError({ cause: error })
    }
  }
  const one = async (url: string, call: RpcCall, signal?: AbortSignal) => {
    const [outcome] = await send(url, [call], signal)
    if (outcome?.ok) return outcome.result
    throw outcome?.error ?? new ChainUnreachableError()
  }
  return {
    batch: (chainId, calls, signal) => send(urlOf('/v1', chainId), calls, signal),
    request: (chainId, call, signal) => one(urlOf('/v1', chainId), call, signal),
    paymaster: (chainId, call, service, signal) =>
      one(urlOf(PAYMASTER_PATH, chainId, service === null ? {} : { service }), call, signal),
  }
}
