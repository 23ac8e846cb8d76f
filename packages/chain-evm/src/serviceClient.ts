import type { AdapterContext, Network } from '@latchkey/core'
import { type Client, createClient, type HttpTransport, http } from 'viem'

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
      batch: { batchSize: 1000 },
      timeout: 10_000,
      retryCount: 3,
      retryDelay: 150,
      fetchOptions: {
        credentials: 'omit',
        // A simple request (Fetch standard, CORS-safelisted): no preflight, one round trip less.
        headers: { 'Content-Type': 'text/plain' },
        ...(signal ? { signal } : {}),
      },
    }),
  })
}
