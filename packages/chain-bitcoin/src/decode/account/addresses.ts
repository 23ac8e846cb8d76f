import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer'
import type { BitcoinChain } from '../../model/chainIds.ts'

type AddressFormat = typeof NETWORK

const formats: Readonly<Record<BitcoinChain, AddressFormat>> = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  testnet4: TEST_NETWORK,
  signet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}

/** What tells the addresses of one network from another's: prefixes of base58 and of BIP-173. */
export const addressFormatOf = (chain: BitcoinChain): AddressFormat => formats[chain]

/**
 * The script that an address stands for, by decoding it: base58 with its checksum, bech32 (BIP-173), bech32m (BIP-350).
 *
 * @param address as a person wrote it
 * @param chain an address of another network is refused; the test networks but `regtest` share theirs
 * @returns the output's script; `undefined` when the text is no address of that network
 * @example scriptOf('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'mainnet')
 */
export function scriptOf(address: string, chain: BitcoinChain): Uint8Array | undefined {
  try {
    return OutScript.encode(Address(addressFormatOf(chain)).decode(address))
  } catch {
    return undefined
  }
}

/**
 * The address of an output's script.
 *
 * @returns `undefined` where there is none, as for data or a script of somebody's own
 */
export function addressOf(script: Uint8Array, chain: BitcoinChain): string | undefined {
  try {
    return Address(addressFormatOf(chain)).encode(OutScript.decode(script) as never)
  } catch {
    return undefined
  }
}

/** Whether a text is an address of the network. @example isBitcoinAddress('bc1q…', 'mainnet') */
export const isBitcoinAddress = (address: string, chain: BitcoinChain): boolean =>
  scriptOf(address, chain) !== undefined

/**
 * The same account on another network: one script, written with that network's prefix.
 *
 * @returns `undefined` when the text is no address of `from`
 * @example onChain('bc1q…', 'mainnet', 'regtest') // 'bcrt1q…'
 */
export function onChain(address: string, from: BitcoinChain, to: BitcoinChain): string | undefined {
  const script = scriptOf(address, from)
  return script && addressOf(script, to)
}
