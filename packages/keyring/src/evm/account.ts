import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { deriveSecp256k1Key } from '../primitives/bip32.ts'
import { InvalidDigestError, InvalidPrivateKeyError } from '../primitives/errors.ts'
import { bytesToHex, type Hex, isHex } from '../primitives/hex.ts'
import { rootToSeed } from '../primitives/root.ts'
import { zeroize } from '../primitives/zeroize.ts'

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

/** Where the first account of every Ethereum wallet is (BIP-44, coin type 60 of SLIP-44). */
export const EVM_PATH = "m/44'/60'/0'/0/0"

/** The namespace of CAIP-2 that Ethereum's networks share. */
export const EVM_NAMESPACE = 'eip155'

/** A key of that namespace. */
export type EvmAccount = {
  namespace: typeof EVM_NAMESPACE
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
    return { namespace: EVM_NAMESPACE, path: EVM_PATH, address: privateKeyToAddress(privateKey), privateKey }
  } finally {
    zeroize(seed)
  }
}

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
