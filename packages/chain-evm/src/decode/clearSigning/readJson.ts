import { type Address, getAddress } from 'viem'
import { malformed } from '../errors.ts'
import type { Literal } from './Descriptor.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Nothing that hides, reorders or breaks the words around it. */
const deceptive =
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Zl}|\p{Zp}|[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u

/** An object with these keys and no others; keys that start with `$` are for authors alone. */
export function readObject(value: unknown, keys: readonly string[], where: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformed('descriptor', where)
  const extra = Object.keys(value).find((key) => !keys.includes(key))
  return extra === undefined ? (value as JsonObject) : malformed('descriptor', `${where}.${extra}`)
}

/** An object with any keys, of at most `most`. */
export function readRecord(
  value: unknown,
  where: string,
  most = 100,
): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformed('descriptor', where)
  const entries = Object.entries(value)
  return entries.length > most ? malformed('descriptor', where) : entries
}

export function readArray(value: unknown, where: string, most = 60): readonly unknown[] {
  return Array.isArray(value) && value.length <= most ? value : malformed('descriptor', where)
}

/** Words that a person reads: one line without characters that deceive. */
export function readWords(value: unknown, where: string, most = 60): string {
  const fine =
    typeof value === 'string' && value !== '' && [...value].length <= most && !deceptive.test(value)
  return fine && value.trim() === value ? value : malformed('descriptor', where)
}

export function readLiteral(value: unknown, where: string): Literal {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isSafeInteger(value))) return value
  return readWords(value, where, 80)
}

/** An address in checksum form (EIP-55): a typing error shows. */
export function readChecksummed(value: unknown, where: string): Address {
  const fine = typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) && getAddress(value) === value
  return fine ? (value as Address) : malformed('descriptor', where)
}

export const readChainId = (value: unknown, where: string): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? value
    : malformed('descriptor', where)
