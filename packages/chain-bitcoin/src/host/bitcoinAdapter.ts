import type { CreateChainAdapter, Network } from '@latchkey/core'
import { decodeBase58 } from '@latchkey/std/base58'
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

/**
 * The chain adapter for Bitcoin: addresses and links to explorers. It reads no network yet, so balances, sending and activity
 * say that they are not supported.
 *
 * @example
 * createLatchkey({ adapters: [evmAdapter, bitcoinAdapter], networks: [mainnet, bitcoin], … })
 */
export const bitcoinAdapter: CreateChainAdapter = () => ({
  namespace: 'bip122',
  isAddress: (text) => isSegwitAddress(text, PREFIXES) || base58AddressOf(text) !== undefined,
  isChecksumAddress: async (text) => isSegwitAddress(text, PREFIXES) || isBase58Address(text),
  explorerAddressUrl: (network, address) => explorer(network, `address/${address}`),
  explorerTransactionUrl: (network, hash) => explorer(network, `tx/${hash}`),
})
