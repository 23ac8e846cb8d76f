import type { Network } from '@latchkey/core'

const network = (id: number, name: string, extra: Partial<Network> = {}): Network => ({
  id,
  name,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://explorer.example.net' } },
  ...extra,
})

export const ETHEREUM = network(1, 'Ethereum')

/** What most pages have. */
export const FEW_NETWORKS: readonly [Network, ...Network[]] = [
  ETHEREUM,
  network(8453, 'Base'),
  network(84532, 'Base Sepolia', { testnet: true }),
]

const PICTURE =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="%23627eea"/></svg>'

/** One with a picture, one whose picture is gone, one without. */
export const PICTURED_NETWORKS: readonly [Network, ...Network[]] = [
  network(1, 'Ethereum', { assets: { imageUrl: PICTURE } }),
  network(8453, 'Base', { assets: { imageUrl: 'data:image/png,gone' } }),
  network(10, 'Optimism'),
]

/** Enough of them to scroll. */
export const MANY_NETWORKS: readonly [Network, ...Network[]] = [
  ...FEW_NETWORKS,
  network(10, 'Optimism'),
  network(42161, 'Arbitrum One'),
  network(100, 'Gnosis'),
  network(59144, 'Linea'),
  network(534352, 'Scroll'),
  network(7777777, 'A network whose name is longer than the line it stands on'),
  network(11155111, 'Sepolia', { testnet: true }),
]

/** Of a namespace of its own. */
export const SOLANA: Network = network(101, 'Solana', {
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
})
export const TWO_NAMESPACES: readonly [Network, ...Network[]] = [...FEW_NETWORKS, SOLANA]
