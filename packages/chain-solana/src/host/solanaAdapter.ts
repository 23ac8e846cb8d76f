import type { CreateChainAdapter, Network } from '@latchkey/core'
import { loading } from '@latchkey/errors'
import { encodeBase58 } from '@latchkey/std/base58'
import { isSolanaAddress } from './isSolanaAddress.ts'

const loadBalances = () => loading(import('./readBalances.ts'))
const loadTransfers = () => loading(import('./transfers.ts'))
const loadWait = () => loading(import('./waitForTransaction.ts'))

/** SLIP-44. */
const COIN_TYPE = 501
/** Names of services on Solana, which this adapter does not read: nobody else's word about them counts. */
const NAMES_ELSEWHERE = /\.(?:sol|sns|bonk|abc)$/i

/** The explorer of a test network is told which by its query. */
function explorer(network: Network, path: string): string | undefined {
  const base = network.blockExplorers?.default.url
  if (!base) return undefined
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
  return url.href
}

/**
 * The chain adapter for Solana. Reads go through the operator's own service; web3.js is loaded with the first of them.
 *
 * @example
 * createLatchkey({ adapters: [evmAdapter, solanaAdapter], networks: [mainnet, solana], … })
 */
export const solanaAdapter: CreateChainAdapter = (context) => ({
  namespace: 'solana',
  isAddress: isSolanaAddress,
  async getBalance(asked) {
    return (await loadBalances()).readBalance(context, asked)
  },
  async getTokens(asked) {
    return (await loadBalances()).readTokens(context, asked)
  },
  async getTransactions(asked) {
    return (await loading(import('./readHistory.ts'))).readHistory(context, asked)
  },
  async waitForTransaction(asked) {
    return (await loadWait()).waitForTransaction(context, asked)
  },
  nameRecord: {
    coinType: COIN_TYPE,
    follows: (name) => !NAMES_ELSEWHERE.test(name),
    addressOf: (bytes) => (bytes.length === 32 ? encodeBase58(bytes) : undefined),
  },
  transfers: async () => (await loadTransfers()).createTransfers(context),
  explorerAddressUrl: (network, address) => explorer(network, `address/${address}`),
  explorerTransactionUrl: (network, hash) => explorer(network, `tx/${hash}`),
})
