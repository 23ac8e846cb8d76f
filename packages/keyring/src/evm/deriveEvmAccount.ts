import { deriveSecp256k1Key } from '../primitives/bip32.ts'
import { rootToSeed } from '../primitives/bip39.ts'
import { zeroize } from '../primitives/zeroize.ts'
import { type Address, privateKeyToAddress } from './address.ts'

/** Where the first account of every Ethereum wallet is (BIP-44, coin type 60 of SLIP-44). */
export const EVM_PATH = "m/44'/60'/0'/0/0"

/** A key of the `eip155` namespace. */
export type EvmAccount = {
  namespace: 'eip155'
  path: typeof EVM_PATH
  /** With the checksum of EIP-55. */
  address: Address
  /** 32 bytes. Whoever received the account zeroes them. */
  privateKey: Uint8Array
}

/**
 * Derives the account of the `eip155` namespace from a root: BIP-39, BIP-32, BIP-44. The seed is zeroed here; the caller
 * zeroes `privateKey`. Other namespaces get a function of the same shape in a folder of their own.
 *
 * @param root 32 bytes; stays the caller's to zero
 * @throws InvalidRootError when the root is not 32 bytes long
 * @example
 * const account = await deriveEvmAccount(root)
 * try { signMessage(account.privateKey, bytes) } finally { zeroize(account.privateKey) }
 */
export async function deriveEvmAccount(root: Uint8Array): Promise<EvmAccount> {
  const seed = await rootToSeed(root)
  try {
    const privateKey = await deriveSecp256k1Key(seed, EVM_PATH)
    return { namespace: 'eip155', path: EVM_PATH, address: privateKeyToAddress(privateKey), privateKey }
  } finally {
    zeroize(seed)
  }
}
