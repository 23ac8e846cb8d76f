import * as z from 'zod'
import { isOtherNetwork } from './namespaces.ts'

const httpUrl = z.url({ protocol: /^https?$/ })

/** A network of another namespace than Ethereum's, that the service passes calls on to: any, a local one too. */
export const networkSchema = z.strictObject({
  caip2: z
    .string()
    .refine(isOtherNetwork, 'write the CAIP-2 id of a network of Solana, namespace and reference'),
  name: z.string().min(1).max(64),
  nativeCurrency: z
    .strictObject({
      name: z.string().min(1).max(64),
      symbol: z.string().min(1).max(16),
      decimals: z.int().min(0).max(36),
    })
    .default({ name: 'Solana', symbol: 'SOL', decimals: 9 }),
  /** Upstreams, best first. They may hold keys and never reach a browser. */
  rpcUrls: z.array(httpUrl).min(1).max(16),
  explorerUrl: httpUrl.optional(),
  testnet: z.boolean().default(false),
})

export type Network = z.output<typeof networkSchema>
