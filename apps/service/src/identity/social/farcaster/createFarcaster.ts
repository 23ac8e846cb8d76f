import type { Client } from 'viem'
import { caip2Of } from '../../../config/chains.ts'
import type { ServiceConfig } from '../../../config/ServiceConfig.ts'
import { createChainClients } from '../../../upstreams/rpc/chainClients.ts'
import { createRelayClient, type RelayClient } from './createRelayClient.ts'

/** What a sign-in with Farcaster goes through (FIP-11). */
export type Farcaster = {
  relay: RelayClient
  /** Reads OP Mainnet, where Farcaster ids are registered. */
  client: Client
}

/** OP Mainnet (CAIP-2). */
export const OPTIMISM = caip2Of({ id: 10 })

/** Null where the operator has not set it up. Nothing is asked yet. */
export function createFarcaster({ farcaster }: ServiceConfig, timeout: number): Farcaster | null {
  if (!farcaster) return null
  const chain = {
    id: 10,
    name: 'OP Mainnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [farcaster.optimismRpcUrl],
    testnet: false,
  }
  const client = createChainClients({ chains: new Map([[OPTIMISM, chain]]) })(OPTIMISM)
  if (!client) throw new Error('The network has no client.')
  return { relay: createRelayClient(farcaster.relayUrl, timeout), client }
}
