import type { AdapterContext, Network } from '@latchkey/core'
import { withDeadline } from '@latchkey/std/deadline'
import { createSolanaRpcFromTransport, type Rpc, type SolanaRpcApi } from '@solana/web3.js'

/** Of one call, ms (spec 7). */
const TIMEOUT = 10_000

/** Solana's JSON-RPC behind the service (spec 7). */
export function solanaRpc(
  { apiOrigin, projectId }: AdapterContext,
  network: Network,
  signal?: AbortSignal,
): Rpc<SolanaRpcApi> {
  const url = new URL('/v1', apiOrigin)
  url.searchParams.set('chainId', network.caipNetworkId)
  url.searchParams.set('projectId', projectId)
  const transport = ({ payload }: { payload: unknown }) =>
    withDeadline({ ms: TIMEOUT, signal }, async (limit) => {
      const response = await fetch(url.href, {
        method: 'POST',
        credentials: 'omit',
        // A simple request (Fetch standard, CORS-safelisted): no preflight, one round trip less.
        headers: { 'Content-Type': 'text/plain' },
        body: JSON.stringify(payload, (_key, part: unknown) =>
          typeof part === 'bigint' ? Number(part) : part,
        ),
        signal: limit,
      })
      return wholeNumbers(await response.text())
    })
  return createSolanaRpcFromTransport(transport as never) as unknown as Rpc<SolanaRpcApi>
}

/** Numbers of 64 bits are kept whole: one that JavaScript would round is read as a text and made a bigint. */
const TEXT_OR_NUMBER = /"(?:\\.|[^"\\])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const LONG_INTEGER = /^-?\d{16,}$/
const MARK = '\u0000n'

function wholeNumbers(text: string): unknown {
  const marked = text.replace(TEXT_OR_NUMBER, (found) =>
    LONG_INTEGER.test(found) ? `"\\u0000n${found}"` : found,
  )
  return JSON.parse(marked, (_key, part: unknown) =>
    typeof part === 'string' && part.startsWith(MARK) && /^-?\d+$/.test(part.slice(MARK.length))
      ? BigInt(part.slice(MARK.length))
      : part,
  )
}
