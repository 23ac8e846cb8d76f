import { withDeadline } from '@latchkey/std/deadline'
import { type Client, createClient, custom, defineChain } from 'viem'
import type { Chain } from '../../config/chains.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { createUpstream } from './upstream.ts'

/** One check of a signature must be over by then, ms. */
const TIMEOUT = 8_000
/** A contract's code and a word: what a check needs to read, with room to spare. */
const MOST_BYTES = 1_048_576

function clientOf(chain: Chain): Client {
  const { id, name, nativeCurrency } = chain
  const upstream = createUpstream(chain, () => performance.now(), {
    timeout: TIMEOUT,
    mostBytes: MOST_BYTES,
    // One contract's answer must not spoil those of the others.
    batch: false,
  })
  return createClient({
    chain: defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [] } } }),
    // EIP-3668: a contract would choose what is fetched from here.
    ccipRead: false,
    transport: custom(
      {
        request: ({ method, params }: { method: string; params?: unknown }) =>
          withDeadline({ ms: TIMEOUT }, (signal) =>
            upstream.request(params === undefined ? { method } : { method, params }, signal),
          ),
      },
      // The upstream tries again by itself.
      { retryCount: 0 },
    ),
  })
}

/** A viem client a network, over the operator's own nodes, made when it is first needed. */
export function createChainClients({
  chains,
}: Pick<ServiceContext, 'chains'>): (caip2: string) => Client | undefined {
  const clients = new Map<string, Client>()
  return (caip2) => {
    const chain = chains.get(caip2)
    const client = clients.get(caip2) ?? (chain ? clientOf(chain) : undefined)
    if (client) clients.set(caip2, client)
    return client
  }
}

export type ChainClients = ReturnType<typeof createChainClients>
