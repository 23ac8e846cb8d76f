import type { BaseError } from '@latchkey/errors'
import type { FrameDocumentConfig } from '@latchkey/protocol'
import {
  askChain,
  callChain,
  callPaymaster,
  type RpcAnswer,
  type RpcError,
} from '@latchkey/protocol/chainRpc'
import { ChainRefusedError, ChainUnreachableError } from '@latchkey/protocol/frame'
import { RateLimitedError } from '@latchkey/protocol/http'
import type { ChainRpc, NetworkName, RpcCall, RpcOutcome } from '../../../context/ChainRpc.ts'
import { loadPart } from '../../../context/loadPart.ts'
import { plainText } from '../../../site/plainText.ts'

/** ms for one round trip (spec 7, Chain RPC). */
const timeout = 10_000

/** Revert data that is worth passing on: as much as the bridge takes. */
const maxErrorData = 1_024

function refusal({ code, message, data }: RpcError): BaseError {
  // Nodes nest revert data in different places; the plain hex is what callers decode.
  const nested = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data
  const hex = typeof nested === 'string' && /^0x[0-9a-fA-F]*$/.test(nested) && nested.length <= maxErrorData
  const rpcMessage = plainText(message, 256)
  return new ChainRefusedError({ data: { rpcCode: code, rpcMessage, ...(hex ? { rpcData: nested } : {}) } })
}
function outcomeOf(answer: RpcAnswer | undefined): RpcOutcome {
  if (answer?.error) return { ok: false, error: refusal(answer.error) }
  // A missing result is not the same as null.
  if (!answer || !('result' in answer)) return { ok: false, error: new ChainUnreachableError() }
  return { ok: true, result: answer.result }
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
  const { apiOrigin, projectId, chains } = config
  const service = { apiOrigin, fetch, init: { referrerPolicy: 'no-referrer' } } as const
  const caip2Of = (network: NetworkName) =>
    typeof network === 'string'
      ? network
      : (chains.find((chain) => chain.id === network)?.caip2 ?? `eip155:${network}`)
  const send = async (
    network: NetworkName,
    calls: readonly RpcCall[],
    signal?: AbortSignal,
    { route = callChain, more = {} }: { route?: typeof callChain; more?: Record<string, string> } = {},
  ) => {
    const query = { chainId: caip2Of(network), projectId, ...more }
    const answer = await askChain(service, calls, { query, ms: timeout, signal }, route).catch(
      (cause: unknown) => {
        throw signal?.aborted ? cause : new ChainUnreachableError({ cause })
      },
    )
    if (answer.kind === 'reply') return answer.reply.map(outcomeOf)
    throw answer.status === 429
      ? new RateLimitedError()
      : new ChainUnreachableError({ details: String(answer.status) })
  }
  const one = async (...call: Parameters<typeof send>) => {
    const [outcome] = await send(...call)
    if (outcome?.ok) return outcome.result
    throw outcome?.error ?? new ChainUnreachableError()
  }
  return {
    batch: send,
    tokens: async (chainId, account, signal) => {
      const { listedTokens } = await loadPart(() => import('./listedTokens.ts'))
      return listedTokens(service, account, { chainId: caip2Of(chainId), projectId }, signal)
    },
    request: (chainId, call, signal) => one(chainId, [call], signal),
    paymaster: (chainId, call, service, signal) =>
      one(chainId, [call], signal, { route: callPaymaster, more: service === null ? {} : { service } }),
  }
}
