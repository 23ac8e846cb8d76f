import type { Network } from '@latchkey/core'

type SolanaNetwork = Pick<Network, 'name' | 'rpcUrls'> &
  Partial<Pick<Network, 'blockExplorers' | 'testnet' | 'assets' | 'nativeCurrency'>> & {
    /** Base58; its first 32 characters name the network (CAIP-30). */
    genesisHash: string
  }

const sol = { name: 'Solana', symbol: 'SOL', decimals: 9 } as const
const REFERENCE_LENGTH = 32
/** Usual time of a slot, ms. */
const SLOT = 400

/**
 * Makes a network of Solana: a public one, or one of the developer's own.
 *
 * @example
 * const staging = defineSolanaNetwork({ name: 'Staging', genesisHash, rpcUrls: { default: { http: [] } } })
 */
export function defineSolanaNetwork({ genesisHash, ...network }: SolanaNetwork): Network & { id: string } {
  const id = genesisHash.slice(0, REFERENCE_LENGTH)
  return {
    nativeCurrency: sol,
    blockTime: SLOT,
    ...network,
    ...{ id, caipNetworkId: `solana:${id}`, chainNamespace: 'solana' },
  }
}

const explorer = { default: { name: 'Solana Explorer', url: 'https://explorer.solana.com' } }
const explorerOf = (cluster: string) => ({
  default: { ...explorer.default, url: `${explorer.default.url}?cluster=${cluster}` },
})

export const solana = /* @__PURE__ */ defineSolanaNetwork({
  name: 'Solana',
  genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  rpcUrls: { default: { http: ['https://api.mainnet-beta.solana.com'] } },
  blockExplorers: explorer,
})

export const solanaDevnet = /* @__PURE__ */ defineSolanaNetwork({
  name: 'Solana Devnet',
  genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  rpcUrls: { default: { http: ['https://api.devnet.solana.com'] } },
  blockExplorers: explorerOf('devnet'),
  testnet: true,
})

export const solanaTestnet = /* @__PURE__ */ defineSolanaNetwork({
  name: 'Solana Testnet',
  genesisHash: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
  rpcUrls: { default: { http: ['https://api.testnet.solana.com'] } },
  blockExplorers: explorerOf('testnet'),
  testnet: true,
})

/** The chain of the local stack. */
export const solanaLocal = /* @__PURE__ */ defineSolanaNetwork({
  name: 'Solana Local',
  genesisHash: 'BuSkt9FaXgD9UBEqYFmw1k6YTV6DBZHRQxhxpx377Mj6',
  rpcUrls: { default: { http: ['http://127.0.0.1:8899'] } },
  testnet: true,
})
