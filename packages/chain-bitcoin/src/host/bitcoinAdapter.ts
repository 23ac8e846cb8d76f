import type { CreateChainAdapter, Network } from '@latchkey/core'
import { loading } from '@latchkey/errors'
import { toBitcoin } from '../model/amounts.ts'
import { addressKindOn, isAddress, isChecksumAddress } from './addresses.ts'

function explorer(network: Network, path: string): string | undefined {
  const base = network.blockExplorers?.default.url
  return base && `${base.replace(/\/$/, '')}/${path}`
}

const loadBalance = () => loading(import('./readBalance.ts'))

/**
 * The chain adapter for Bitcoin: addresses, balances, activity, sending and links to explorers. It asks the operator's service, by code
 * that is loaded with the first read. It builds no transaction: that is for the wallet (`sendTransfer`).
 *
 * @example
 * createLatchkey({ adapters: [evmAdapter, bitcoinAdapter], networks: [mainnet, bitcoin], … })
 */
export const bitcoinAdapter: CreateChainAdapter = (context) => ({
  namespace: 'bip122',
  isAddress,
  isChecksumAddress,
  isAddressOn: (network, text) => addressKindOn(network, text) !== undefined,
  // A thousandth of a bitcoin is a lot of money.
  balanceDigits: 8,
  // BIP-21: what wallets of Bitcoin look for in a code.
  receiveLink: (address) => `bitcoin:${address}`,
  async getBalance(asked) {
    return toBitcoin((await (await loadBalance()).readBalance(context, asked)).held)
  },
  async getTokens(asked) {
    return (await loadBalance()).readTokens(context, asked)
  },
  async getTransactions(asked) {
    return (await loading(import('./readHistory.ts'))).readHistory(context, asked)
  },
  transfers: async () => (await loading(import('./transfers.ts'))).createTransfers(context),
  // The wallet chooses the coins. What lies in the account of ordinals may be more than its amount says: no payment spends it.
  sends: { method: 'sendTransfer', from: 'payment' },
  explorerAddressUrl: (network, address) => explorer(network, `address/${address}`),
  explorerTransactionUrl: (network, hash) => explorer(network, `tx/${hash}`),
})
