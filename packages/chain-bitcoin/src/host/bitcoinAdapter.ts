import type { CreateChainAdapter, Network } from '@latchkey/core'
import { loading } from '@latchkey/errors'
import { decodeBase58 } from '@latchkey/std/base58'
import { toBitcoin } from '../model/amounts.ts'
import { bitcoinChainOf } from '../model/chainIds.ts'
import { isSegwitAddress } from './segwitAddress.ts'

/** Mainnet, the test networks, and a chain of the developer's own. */
const PREFIXES = ['bc', 'tb', 'bcrt']
/** Of base58: key hash and script hash, of mainnet and of all others. */
const VERSIONS: readonly (number | undefined)[] = [0, 5, 111, 196]
/** Of 25 bytes: version, hash, and a checksum of four. */
const LONGEST_BASE58 = 35

function base58AddressOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = decodeBase58(text, LONGEST_BASE58)
  return bytes?.length === 25 && VERSIONS.includes(bytes[0]) ? Uint8Array.from(bytes) : undefined
}

const hashOf = async (bytes: BufferSource) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

async function isBase58Address(text: string): Promise<boolean> {
  const bytes = base58AddressOf(text)
  if (!bytes) return false
  const hash = await hashOf(await hashOf(bytes.slice(0, 21)))
  return bytes.slice(21).every((byte, at) => byte === hash[at])
}

function explorer(network: Network, path: string): string | undefined {
  const base = network.blockExplorers?.default.url
  return base && `${base.replace(/\/$/, '')}/${path}`
}

/** A network has prefixes of its own; test networks but `regtest` share theirs. */
function isAddressOn({ caipNetworkId }: Network, text: string): boolean {
  const chain = bitcoinChainOf(caipNetworkId)
  const prefix = { mainnet: 'bc', testnet: 'tb', testnet4: 'tb', signet: 'tb', regtest: 'bcrt' }[
    chain ?? 'mainnet'
  ]
  const version = base58AddressOf(text)?.[0]
  const isOfMainnet = version === 0 || version === 5
  return (
    chain !== undefined &&
    (isSegwitAddress(text, [prefix]) || (version !== undefined && isOfMainnet === (chain === 'mainnet')))
  )
}

const loadBalance = () => loading(import('./readBalance.ts'))

/**
 * The chain adapter for Bitcoin: addresses, balances, activity and links to explorers. It asks the operator's service, by code that is
 * loaded with the first read. It sends nothing: that is for the wallet (`sendTransfer`).
 *
 * @example
 * createLatchkey({ adapters: [evmAdapter, bitcoinAdapter], networks: [mainnet, bitcoin], … })
 */
export const bitcoinAdapter: CreateChainAdapter = (context) => ({
  namespace: 'bip122',
  isAddress: (text) => isSegwitAddress(text, PREFIXES) || base58AddressOf(text) !== undefined,
  isChecksumAddress: async (text) => isSegwitAddress(text, PREFIXES) || isBase58Address(text),
  isAddressOn,
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
  explorerAddressUrl: (network, address) => explorer(network, `address/${address}`),
  explorerTransactionUrl: (network, hash) => explorer(network, `tx/${hash}`),
})
