import { randomInt } from 'node:crypto'
import { keyedHash } from '../../crypto/bytes.ts'

/** Crockford's base 32: no I, L, O or U. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export type CodeLength = 6 | 8

/** A code to type: six digits, leading zeros kept, or eight characters (40 bits) where guessing went on before. */
export function createCode(length: CodeLength): string {
  if (length === 6) return String(randomInt(1_000_000)).padStart(6, '0')
  return Array.from({ length }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('')
}

/** What is stored of a code: bound to its purpose and challenge, useless without the pepper. */
export function hashCode(key: Uint8Array, purpose: string, challengeId: string, code: string): string {
  return keyedHash(key, purpose, challengeId, code.toUpperCase())
}
