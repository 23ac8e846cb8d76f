import type { CreateChainAdapter, Network } from '@latchkey/core'
import { loading } from '@latchkey/errors'
import { lazy } from '@latchkey/std/lazy'
import type { ChainReads } from '../provider/chainReads.ts'
import { createProvider } from '../provider/createProvider.ts'
import { NAMESPACE } from '../provider/providerContext.ts'
import { isEvmAddress } from './isEvmAddress.ts'

// Not by name within the `await`: the bundler would add a function that picks the name.
const loadReads = () => loading(import('./readBalance.ts'))
const loadWait = () => loading(import('./waitForTransaction.ts'))
const loadTransfers = () => loading(import('./transfers.ts'))
const loadNames = () => loading(import('./names.ts'))

/** What a page that lists no network of this namespace reads. */
const MAINNET = `${NAMESPACE}:1` as const

const explorer = (network: Network, path: string): string | undefined => {
  const base = network.blockExplorers?.default.url
  return base ? `${base.replace(/\/$/, '')}/${path}` : undefined
}

/**
 * The chain adapter for eip155. Reads go through the operator's own service; viem is loaded with the first read.
 *
 * @example
 * createConfig({ adapters: [evmAdapter], … })
 */
export const evmAdapter: CreateChainAdapter = (context) => {
  const load = lazy(() => loading(import('../provider/walletCalls.ts')))
  let reads: ChainReads | undefined
  return {
    namespace: NAMESPACE,
    createProvider: (config) => createProvider(config, load),
    checkRequest(args) {
      const calls = load.peek()
      if (!calls) return load().then(({ checkParams }) => checkParams(args))
      calls.checkParams(args)
      return undefined
    },
    async read(config, { caipNetworkId = MAINNET, ...args }) {
      const { createChainReads } = await load()
      reads ??= createChainReads(config)
      return reads(caipNetworkId, args)
    },
    isAddress: isEvmAddress,
    async isChecksumAddress(address) {
      return (await loadReads()).isChecksumAddress(address)
    },
    async getBalance({ network, address, signal }) {
      return (await loadReads()).readBalance(context, { network, address, signal })
    },
    async waitForTransaction({ network, hash, signal }) {
      return (await loadWait()).waitForTransaction(context, { network, hash, signal })
    },
    transfers: async () => (await loadTransfers()).createTransfers(context),
    names: async () => (await loadNames()).createNames(context),
    explorerAddressUrl: (network, address) => explorer(network, `address/${address}`),
    explorerTransactionUrl: (network, hash) => explorer(network, `tx/${hash}`),
  }
}
