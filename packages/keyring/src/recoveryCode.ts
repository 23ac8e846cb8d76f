import { InvalidRecoveryCodeError } from './primitives/errors.ts'
import type { RandomBytes } from './primitives/root.ts'

/** Crockford's base 32: no I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const SECRET_BYTES = 16
const SECRET_CHARACTERS = 26
/** The whole code, read as a number, is a multiple of this prime: every single slip of the pen and every swap is found. */
const PRIME = 1021

/** Characters of a code, its two check characters included and its hyphens not. */
export const RECOVERY_CODE_LENGTH = 28

/**
 * Makes the secret of a recovery code: 128 bits. The caller zeroes the answer.
 *
 * @param randomBytes a secure generator
 * @throws InvalidRecoveryCodeError when the generator gives another length, or the same byte 16 times
 * @example const secret = createRecoveryCode((length) => crypto.getRandomValues(new Uint8Array(length)))
 */
export function createRecoveryCode(randomBytes: RandomBytes): Uint8Array<ArrayBuffer> {
  const bytes = randomBytes(SECRET_BYTES)
  assertSecret(bytes)
  if (bytes.every((byte) => byte === bytes[0])) throw new InvalidRecoveryCodeError()
  const secret = Uint8Array.from(bytes)
  bytes.fill(0)
  return secret
}

/**
 * A recovery code as it is written down: 26 characters of Crockford's base 32 and 2 check characters, in groups of four.
 *
 * @param secret 16 bytes; stays the caller's to zero
 * @throws InvalidRecoveryCodeError when it is not 16 bytes long
 * @example formatRecoveryCode(new Uint8Array(16)) // '0000-0000-0000-0000-0000-0000-0000'
 */
export function formatRecoveryCode(secret: Uint8Array): string {
  assertSecret(secret)
  const digits = toDigits(secret)
  const remainder = (modulo(digits) * 1024) % PRIME
  const check = (PRIME - remainder) % PRIME
  const all = [...digits, check >> 5, check & 31]
  const text = all.map((digit) => ALPHABET[digit] ?? '').join('')
  return text.match(/.{4}/g)?.join('-') ?? ''
}

/**
 * Reads a recovery code as a person types it: letter case, spaces and hyphens do not matter, I and L are 1, O is 0.
 * The caller zeroes the answer.
 *
 * @returns 16 bytes
 * @throws InvalidRecoveryCodeError when a character is missing, added, mistaken or swapped
 * @example const secret = parseRecoveryCode('o000 0000 0000 0000 0000 0000 0000')
 */
export function parseRecoveryCode(text: string): Uint8Array<ArrayBuffer> {
  if (typeof text !== 'string' || text.length > 256) throw new InvalidRecoveryCodeError()
  const plain = text
    .toUpperCase()
    .replace(/[\s\u002D\u2010-\u2015\u2212]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
  const digits = Array.from(plain, (character) => ALPHABET.indexOf(character))
  const isCode = digits.length === RECOVERY_CODE_LENGTH && !digits.includes(-1) && modulo(digits) === 0
  // 26 characters are 130 bits: the first two are always 0.
  if (!isCode || (digits[0] ?? 32) > 7 || checkOf(digits) >= PRIME) throw new InvalidRecoveryCodeError()
  return fromDigits(digits.slice(0, SECRET_CHARACTERS))
}

function assertSecret(secret: Uint8Array): void {
  if (!(secret instanceof Uint8Array) || secret.length !== SECRET_BYTES) throw new InvalidRecoveryCodeError()
}

const checkOf = (digits: readonly number[]) => (digits.at(-2) ?? 0) * 32 + (digits.at(-1) ?? 0)
const modulo = (digits: readonly number[]) => digits.reduce((sum, digit) => (sum * 32 + digit) % PRIME, 0)

/** Five bits each, the first with two zeros before. */
function toDigits(secret: Uint8Array): number[] {
  const digits: number[] = []
  let window = 0
  let bits = SECRET_CHARACTERS * 5 - SECRET_BYTES * 8
  for (const byte of secret) {
    window = (window << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      digits.push((window >> bits) & 31)
    }
    window &= (1 << bits) - 1
  }
  return digits
}

function fromDigits(digits: readonly number[]): Uint8Array<ArrayBuffer> {
  const secret = new Uint8Array(SECRET_BYTES)
  let window = 0
  let bits = SECRET_BYTES * 8 - SECRET_CHARACTERS * 5
  let at = 0
  for (const digit of digits) {
    window = (window << 5) | digit
    bits += 5
    if (bits >= 8) {
      bits -= 8
      secret[at++] = (window >> bits) & 255
      window &= (1 << bits) - 1
    }
  }
  return secret
}
