import { type Hex, recoverAddress, recoverMessageAddress } from 'viem'
import { sameAddress } from './parseAddress.ts'

/** Whether a signature is by `address` over exactly these bytes (EIP-191). */
export async function isMessageSignedBy(address: string, message: Hex, signature: Hex): Promise<boolean> {
  try {
    return sameAddress(await recoverMessageAddress({ message: { raw: message }, signature }), address)
  } catch {
    return false
  }
}

/** Whether a signature is by `address` over exactly this digest (EIP-712). */
export async function isHashSignedBy(address: string, hash: Hex, signature: Hex): Promise<boolean> {
  try {
    return sameAddress(await recoverAddress({ hash, signature }), address)
  } catch {
    return false
  }
}

/** The generator of secp256k1 (SEC 2, section 2.4.1) as a signature's `r`: with `s` 1 a key can always be recovered. */
const RECOVERABLE: Hex = `0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798${'1'.padStart(64, '0')}1b`

/**
 * Loads what recovering needs. Call it before anything is signed: a download that fails afterwards would make a good
 * signature look like a false one. Rejects when it cannot be loaded.
 */
export async function loadRecovery(): Promise<void> {
  await recoverAddress({ hash: `0x${'11'.repeat(32)}`, signature: RECOVERABLE })
}
