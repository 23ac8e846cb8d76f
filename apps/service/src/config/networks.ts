import * as z from 'zod'
import { otherNamespaceOf } from './namespaces.ts'

const httpUrl = z.url({ protocol: /^https?$/ })

const OTHER = 'write the CAIP-2 id of a network of Solana or Bitcoin, namespace and reference'

/** A network of another namespace than Ethereum's, that the service answers for: any, a local one too. */
export const networkSchema = z
  .strictObject({
    caip2: z.string().refine((text) => otherNamespaceOf(text) !== undefined, OTHER),
    name: z.string().min(1).max(64),
    /** Left out: that of the namespace. */
    nativeCurrency: z
      .strictObject({
        name: z.string().min(1).max(64),
        symbol: z.string().min(1).max(16),
        decimals: z.int().min(0).max(36),
      })
      .optional(),
    /** Upstreams, best first: nodes of Solana, APIs of Esplora's shape for Bitcoin. They may hold keys and never reach a browser. */
    rpcUrls: z.array(httpUrl).min(1).max(16),
    explorerUrl: httpUrl.optional(),
    testnet: z.boolean().default(false),
  })
  .transform(({ nativeCurrency, ...network }, context) => {
    const currency = nativeCurrency ?? otherNamespaceOf(network.caip2)?.nativeCurrency
    if (currency) return { ...network, nativeCurrency: currency }
    context.addIssue({ code: 'custom', message: OTHER })
    return z.NEVER
  })

export type Network = z.output<typeof networkSchema>
