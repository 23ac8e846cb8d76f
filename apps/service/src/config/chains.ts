import type { ChainInfo } from '@latchkey/protocol'
import * as z from 'zod'

const httpUrl = z.url({ protocol: /^https?$/ })

export const chainSchema = z.strictObject({
  id: z.int().min(1),
  name: z.string().min(1).max(64),
  nativeCurrency: z.strictObject({
    name: z.string().min(1).max(64),
    symbol: z.string().min(1).max(16),
    decimals: z.int().min(0).max(36),
  }),
  /** Upstreams, best first until they are measured. They may hold keys and never reach a browser. */
  rpcUrls: z.array(httpUrl).min(1).max(16),
  explorerUrl: httpUrl.optional(),
  testnet: z.boolean().default(false),
})

/** A network of the eip155 namespace that the service passes calls on to. */
export type Chain = z.output<typeof chainSchema>

/** CAIP-2 id of a chain. */
export const caip2Of = (chain: Chain) => `eip155:${chain.id}`

/** What a browser may know of a chain. */
export function publicChain(chain: Chain): ChainInfo {
  const { id, name, nativeCurrency, testnet, explorerUrl } = chain
  return { id, caip2: caip2Of(chain), name, nativeCurrency, testnet, ...(explorerUrl ? { explorerUrl } : {}) }
}
