import { defineEvmNetwork } from './defineEvmNetwork.ts'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const

export const mainnet = /* @__PURE__ */ defineEvmNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: ether,
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://etherscan.io' } },
  assets: { imageId: 'eip155-1-v1' },
})

export const base = /* @__PURE__ */ defineEvmNetwork({
  id: 8453,
  name: 'Base',
  blockTime: 2_000,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://mainnet.base.org'] } },
  blockExplorers: { default: { name: 'Basescan', url: 'https://basescan.org' } },
  assets: { imageId: 'eip155-8453-v1' },
})

export const baseSepolia = /* @__PURE__ */ defineEvmNetwork({
  id: 84532,
  name: 'Base Sepolia',
  blockTime: 2_000,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://sepolia.base.org'] } },
  blockExplorers: { default: { name: 'Basescan', url: 'https://sepolia.basescan.org' } },
  assets: { imageId: 'eip155-84532-v1' },
  testnet: true,
})

/** A chain on the developer's own machine. */
export const localhost = /* @__PURE__ */ defineEvmNetwork({
  id: 31337,
  name: 'Local',
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
  assets: { imageId: 'local-v1' },
  testnet: true,
})
