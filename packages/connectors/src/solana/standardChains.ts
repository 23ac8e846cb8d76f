import type { Network } from '@latchkey/core/connector'

/** The namespace of CAIP-2. */
export const SOLANA = 'solana'

/** The Wallet Standard has names of its own for the public networks; every other one is a local one to it. */
const NAMES: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** The Wallet Standard's name of a network. */
export const standardChainOf = (caipNetworkId: string): string => NAMES[caipNetworkId] ?? 'solana:localnet'

/** The networks of Solana among those of a page. */
export const solanaNetworks = (networks: readonly Network[]): Network[] =>
  networks.filter(({ chainNamespace }) => chainNamespace === SOLANA)
