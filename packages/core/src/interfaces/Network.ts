/** The CAIP-2 namespaces that Latchkey knows: every other list of them is made of this one. */
export const NAMESPACES = ['eip155', 'solana', 'bip122'] as const
export type ChainNamespace = (typeof NAMESPACES)[number]

/** CAIP-2 id, such as `eip155:8453`. */
export type CaipNetworkId = `${ChainNamespace}:${string}`
/** CAIP-10 id, such as `eip155:1:0xab…`. */
export type CaipAddress = `${CaipNetworkId}:${string}`

/** One network (spec 3). viem's chain objects fit once `defineNetwork` has added the CAIP fields. */
export type Network = {
  id: number | string
  name: string
  caipNetworkId: CaipNetworkId
  chainNamespace: ChainNamespace
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: { default: { http: readonly string[] }; chainDefault?: { http: readonly string[] } }
  blockExplorers?: { default: { name: string; url: string } }
  testnet?: boolean
  /** Usual time between two blocks, ms. */
  blockTime?: number
  /** Its picture: an address, or the id of one that the service keeps. */
  assets?: { imageId?: string; imageUrl?: string }
}
