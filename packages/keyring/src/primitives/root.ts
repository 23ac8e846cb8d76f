import { sha256 } from '@noble/hashes/sha2.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { InvalidRootError } from './errors.ts'
import { zeroize } from './zeroize.ts'

/** Gives `length` bytes of a cryptographically secure generator, such as `crypto.getRandomValues`. */
export type RandomBytes = (length: number) => Uint8Array

/** Length of a root secret, in bytes. */
export const ROOT_LENGTH = 32

/** Refuses everything but 32 bytes; a root of 32 equal bytes means a broken generator. */
export function assertRoot(root: Uint8Array): void {
  if (!(root instanceof Uint8Array) || root.length !== ROOT_LENGTH) throw new InvalidRootError()
}

const WORDS = 24
const LONGEST_WORD = 8

/**
 * The phrase as ASCII bytes. It is written byte by byte, because a string could not be zeroed.
 * The caller zeroes the answer.
 */
function phraseBytes(root: Uint8Array): Uint8Array<ArrayBuffer> {
  assertRoot(root)
  // BIP-39: 256 bits of entropy and the first 8 bits of their SHA-256 are 24 numbers of 11 bits.
  // Two bytes more, so that a window of three bytes may start at the last.
  const bits = new Uint8Array(root.length + 3)
  const checksum = sha256(root)
  bits.set(root)
  bits[root.length] = checksum[0] ?? 0
  const text = new Uint8Array(WORDS * (LONGEST_WORD + 1))
  let length = 0
  for (let word = 0; word < WORDS; word++) {
    const at = word * 11
    const byte = at >> 3
    const window = ((bits[byte] ?? 0) << 16) | ((bits[byte + 1] ?? 0) << 8) | (bits[byte + 2] ?? 0)
    const letters = wordlist[(window >> (13 - (at & 7))) & 0x7ff] ?? ''
    if (word > 0) text[length++] = 0x20
    for (let letter = 0; letter < letters.length; letter++) text[length++] = letters.charCodeAt(letter)
  }
  const phrase = text.slice(0, length)
  zeroize(bits, checksum, text)
  return phrase
}

/**
 * The 24 English words of a root (BIP-39), for export. A string cannot be zeroed: make it only to show it.
 *
 * @param root 32 bytes; stays the caller's to zero
 * @throws InvalidRootError when it is not 32 bytes long
 * @example rootToMnemonic(root) // 'abandon … art'
 */
export function rootToMnemonic(root: Uint8Array): string {
  const phrase = phraseBytes(root)
  const text = String.fromCharCode(...phrase)
  zeroize(phrase)
  return text
}

/**
 * The 64-byte seed of a root (BIP-39 "From mnemonic to seed": PBKDF2, HMAC-SHA512, 2048 rounds).
 * It takes PBKDF2 from WebCrypto, which is some twenty times as fast as any script. The caller zeroes the answer.
 *
 * @param root 32 bytes; stays the caller's to zero
 * @param passphrase of BIP-39; Latchkey's wallets have none
 * @throws InvalidRootError when the root is not 32 bytes long
 * @example const seed = await rootToSeed(root)
 */
export async function rootToSeed(root: Uint8Array, passphrase = ''): Promise<Uint8Array<ArrayBuffer>> {
  const phrase = phraseBytes(root)
  try {
    const salt = new TextEncoder().encode(`mnemonic${passphrase.normalize('NFKD')}`)
    const { subtle } = globalThis.crypto
    const key = await subtle.importKey('raw', phrase, 'PBKDF2', false, ['deriveBits'])
    const parameters = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2048 }
    return new Uint8Array(await subtle.deriveBits(parameters, key, 512))
  } finally {
    zeroize(phrase)
  }
}
