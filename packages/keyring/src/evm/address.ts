import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { InvalidPrivateKeyError } from '../primitives/errors.ts'
import { bytesToHex, type Hex, isHex } from '../primitives/hex.ts'

/** 20 bytes in hex. Those this package makes carry the checksum of EIP-55. */
export type Address = Hex

/** Writes 40 hex digits with the capitals of EIP-55. */
function withChecksum(address: string): Address {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak_256(new TextEncoder().encode(digits))
  let text = ''
  for (let at = 0; at < 40; at++) {
    const byte = hash[at >> 1] ?? 0
    const nibble = at % 2 === 0 ? byte >> 4 : byte & 15
    const digit = digits.charAt(at)
    text += nibble >= 8 ? digit.toUpperCase() : digit
  }
  return `0x${text}`
}

/**
 * Whether `value` is an address: all in lower case, or with a right checksum (EIP-55). Other capitals mean a typing
 * error or a damaged copy.
 *
 * @example isAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed') // true
 */
export function isAddress(value: unknown): value is Address {
  if (!isHex(value, 20)) return false
  return value === value.toLowerCase() || value === withChecksum(value)
}

/** Refuses what is not a secp256k1 private key: 32 bytes, not 0, below the order of the group. */
export function assertPrivateKey(privateKey: Uint8Array): void {
  if (!(privateKey instanceof Uint8Array) || !secp256k1.utils.isValidSecretKey(privateKey)) {
    throw new InvalidPrivateKeyError()
  }
}

/**
 * The address of a private key, with the checksum of EIP-55.
 *
 * @param privateKey 32 bytes; stays the caller's to zero
 * @throws InvalidPrivateKeyError
 * @example privateKeyToAddress(account.privateKey) // '0x…'
 */
export function privateKeyToAddress(privateKey: Uint8Array): Address {
  assertPrivateKey(privateKey)
  const publicKey = secp256k1.getPublicKey(privateKey, false)
  return withChecksum(bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12)))
}
