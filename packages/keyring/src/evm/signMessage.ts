import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { bytesToHex, type Hex } from '../primitives/hex.ts'
import { signatureToHex, signDigest } from './signDigest.ts'

function digestOf(message: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${message.length}`)
  return keccak_256(concatBytes(prefix, message))
}

/**
 * The hash of a message for `personal_sign` (EIP-191 version 0x45).
 *
 * @param message the bytes themselves, not hex
 * @example hashMessage(new TextEncoder().encode('hello'))
 */
export const hashMessage = (message: Uint8Array): Hex => bytesToHex(digestOf(message))

/**
 * Signs a message for `personal_sign` (EIP-191 version 0x45). What a message may say is decided by the caller.
 *
 * @param privateKey 32 bytes; stays the caller's to zero
 * @param message the bytes themselves, not hex
 * @returns 65 bytes r ‖ s ‖ v in hex, v being 27 or 28
 * @throws InvalidPrivateKeyError
 * @example const signature = signMessage(account.privateKey, new TextEncoder().encode('hello'))
 */
export function signMessage(privateKey: Uint8Array, message: Uint8Array): Hex {
  return signatureToHex(signDigest(privateKey, digestOf(message)))
}
