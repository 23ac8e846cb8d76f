import type { Network } from '@latchkey/core'

type EvmNetwork = Omit<Network, 'caipNetworkId' | 'chainNamespace' | 'id'> & { id: number }

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
