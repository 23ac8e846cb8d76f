import { deriveSecp256k1Key } from '../primitives/bip32.ts'
import { rootToSeed } from '../primitives/root.ts'
import { zeroize } from '../primitives/zeroize.ts'

/** Where the first address of native segwit is (BIP-84). */
export const PAYMENT_PATH = "m/84'/0'/0'/0/0"

/** Where the first address of taproot is, spent by its key alone (BIP-86). */
export const ORDINAL_PATH = "m/86'/0'/0'/0/0"

/** A key of Bitcoin. Its address depends on the network, and is made by whoever reads transactions. */
export type BitcoinKey = {
  path: typeof PAYMENT_PATH | typeof ORDINAL_PATH
  /** 32 bytes, not tweaked. Whoever received the key zeroes them. */
  privateKey: Uint8Array
}

/**
 * Derives the two keys of a root: BIP-39, BIP-32, then BIP-84 for payments and BIP-86 for ordinals. They are the same on every
 * network of Bitcoin. The seed is zeroed here; the caller zeroes both keys.
 *
 * @param root 32 bytes; stays the caller's to zero
 * @throws InvalidRootError when the root is not 32 bytes long
 * @example const { payment, ordinal } = await deriveBitcoinKeys(root)
 */
export async function deriveBitcoinKeys(
  root: Uint8Array,
): Promise<{ payment: BitcoinKey; ordinal: BitcoinKey }> {
  const seed = await rootToSeed(root)
  try {
    const payment = { path: PAYMENT_PATH, privateKey: await deriveSecp256k1Key(seed, PAYMENT_PATH) } as const
    const ordinal = { path: ORDINAL_PATH, privateKey: await deriveSecp256k1Key(seed, ORDINAL_PATH) } as const
    return { payment, ordinal }
  } finally {
    zeroize(seed)
  }
}
