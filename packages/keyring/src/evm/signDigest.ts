import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { InvalidDigestError } from '../primitives/errors.ts'
import { bytesToHex, type Hex } from '../primitives/hex.ts'
import { assertPrivateKey } from './deriveEvmAccount.ts'

/** An ECDSA signature whose public key can be recovered. */
export type RecoverableSignature = {
  /** 32 bytes */
  r: Uint8Array
  /** 32 bytes, in the lower half of the group's order (EIP-2) */
  s: Uint8Array
  yParity: 0 | 1
}

/**
 * Signs a digest: ECDSA over secp256k1, deterministic (RFC 6979 section 3.2), low s (EIP-2).
 * Not exported from the package: nobody may ask for a signature of a bare hash.
 *
 * @throws InvalidDigestError, InvalidPrivateKeyError
 */
export function signDigest(privateKey: Uint8Array, digest: Uint8Array): RecoverableSignature {
  assertPrivateKey(privateKey)
  if (digest.length !== 32) throw new InvalidDigestError()
  const bytes = secp256k1.sign(digest, privateKey, {
    prehash: false,
    lowS: true,
    format: 'recovered',
    extraEntropy: false,
  })
  const recovery = bytes[0]
  // 2 and 3 mean r wrapped around the order: once in 2^127, and no Ethereum signature can say it.
  if (recovery !== 0 && recovery !== 1) throw new InvalidDigestError()
  return { r: bytes.slice(1, 33), s: bytes.slice(33), yParity: recovery }
}

/** r ‖ s ‖ v, 65 bytes, v being 27 or 28, as wallets answer `personal_sign` and `eth_signTypedData_v4`. */
export function signatureToHex({ r, s, yParity }: RecoverableSignature): Hex {
  const bytes = new Uint8Array(65)
  bytes.set(r)
  bytes.set(s, 32)
  bytes[64] = 27 + yParity
  return bytesToHex(bytes)
}

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
