import type { AdapterContext, Network } from '@latchkey/core'
import { withDeadline } from '@latchkey/std/deadline'
import { type Client, createClient, type HttpTransport, http } from 'viem'

/** Of one try, ms (spec 7). */
const TIMEOUT = 10_000

/** viem client over the service's chain RPC (spec 7): batches, 10 s a try, 3 retries with growing waits. */
export function serviceClient(
  { apiOrigin, projectId }: AdapterContext,
  network: Network,
  signal?: AbortSignal,
): Client<HttpTransport> {
  const url = new URL('/v1', apiOrigin)
  url.searchParams.set('chainId', network.caipNetworkId)
  url.searchParams.set('projectId', projectId)
  return createClient({
    transport: http(url.href, {
      // As many as the service takes in one request.
      batch: { batchSize: 100 },
      timeout: TIMEOUT,
      // viem does not time a request out that has a signal of its own, so both are one here, until the last byte.
      fetchFn: (input, init) =>
        withDeadline({ ms: TIMEOUT, signal }, async (limit) => {
          const response = await fetch(input, { ...init, signal: limit })
          return new Response(await response.text(), response)
        }),
      retryCount: 3,
      retryDelay: 150,
      fetchOptions: {
        credentials: 'omit',
        // A simple request (Fetch standard, CORS-safelisted): no preflight, one round trip less.
        headers: { 'Content-Type': 'text/plain' },
      },
    }),
  })
}
