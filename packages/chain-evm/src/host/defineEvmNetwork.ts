import type { Network } from '@latchkey/core'

type EvmNetwork = Omit<Network, 'caipNetworkId' | 'chainNamespace' | 'id'> & { id: number }

/** A chain object as `viem/chains` has them; what else it has is not read. */
export type EvmChain = Pick<EvmNetwork, 'id' | 'name' | 'nativeCurrency' | 'rpcUrls'> & {
  blockExplorers?: EvmNetwork['blockExplorers'] | undefined
  testnet?: boolean | undefined
  blockTime?: number | undefined
}

/** The network that a page means: one of its own, or a chain of viem, which gets its CAIP-2 id. */
export const toNetwork = (chain: Network | EvmChain): Network =>
  'caipNetworkId' in chain
    ? chain
    : ({ ...chain, caipNetworkId: `eip155:${chain.id}`, chainNamespace: 'eip155' } as Network)

/**
 * Makes a network of a chain object as `viem/chains` has them.
 *
 * @param chain `id` is the EIP-155 chain id
 * @example
 * import { optimism } from 'viem/chains'
 * const network = defineEvmNetwork(optimism)
 */
export function defineEvmNetwork(chain: EvmNetwork): Network & { id: number } {
  const { id, name, nativeCurrency, rpcUrls, blockExplorers, testnet, blockTime, assets } = chain
  return {
    id,
    name,
    caipNetworkId: `eip155:${id}`,
    chainNamespace: 'eip155',
    nativeCurrency,
    rpcUrls,
    ...(blockExplorers ? { blockExplorers } : {}),
    ...(testnet === undefined ? {} : { testnet }),
    ...(blockTime === undefined ? {} : { blockTime }),
    ...(assets ? { assets } : {}),
  }
}
