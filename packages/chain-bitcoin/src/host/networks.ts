import type { Network } from '@latchkey/core'
import { BITCOIN_CHAIN_IDS, type BitcoinChain } from '../model/chainIds.ts'

/** Usual time between blocks, ms. */
const BLOCK = 600_000

type BitcoinNetwork = Pick<Network, 'name'> & Partial<Pick<Network, 'blockExplorers' | 'testnet' | 'assets'>>

/** Bitcoin has no RPC that a page may ask: what is read goes to the operator's service. */
function defineBitcoinNetwork(chain: BitcoinChain, network: BitcoinNetwork): Network & { id: string } {
  const caipNetworkId = BITCOIN_CHAIN_IDS[chain]
  return {
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: [] } },
    blockTime: BLOCK,
    ...network,
    ...{ id: caipNetworkId.slice('bip122:'.length), caipNetworkId, chainNamespace: 'bip122' },
  }
}

const explorer = (path: string) => ({ default: { name: 'mempool', url: `https://mempool.space${path}` } })

export const bitcoin = /* @__PURE__ */ defineBitcoinNetwork('mainnet', {
  name: 'Bitcoin',
  blockExplorers: explorer(''),
})

/** Test network 3, which the specification of this wallet names. */
export const bitcoinTestnet = /* @__PURE__ */ defineBitcoinNetwork('testnet', {
  name: 'Bitcoin Testnet',
  blockExplorers: explorer('/testnet'),
  testnet: true,
})

export const bitcoinTestnet4 = /* @__PURE__ */ defineBitcoinNetwork('testnet4', {
  name: 'Bitcoin Testnet 4',
  blockExplorers: explorer('/testnet4'),
  testnet: true,
})

export const bitcoinSignet = /* @__PURE__ */ defineBitcoinNetwork('signet', {
  name: 'Bitcoin Signet',
  blockExplorers: explorer('/signet'),
  testnet: true,
})

/** The chain of a developer's own machine. */
export const bitcoinRegtest = /* @__PURE__ */ defineBitcoinNetwork('regtest', {
  name: 'Bitcoin Regtest',
  testnet: true,
})
