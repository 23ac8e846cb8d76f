import { concatBytes } from '@noble/hashes/utils.js'
import { hexToBytes } from '../primitives/hex.ts'

/** What RLP can say: bytes, and lists of what RLP can say. */
export type RlpItem = Uint8Array | readonly RlpItem[]

/**
 * A number as RLP wants it: big-endian without leading zeros, 0 being no byte at all (Yellow Paper, appendix B).
 *
 * @param value not negative
 */
export function integerToRlp(value: bigint | number): Uint8Array {
  if (BigInt(value) === 0n) return new Uint8Array(0)
  const digits = value.toString(16)
  return hexToBytes(`0x${digits.length % 2 === 0 ? '' : '0'}${digits}`)
}

function header(offset: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(offset + length)
  const size = integerToRlp(length)
  return concatBytes(Uint8Array.of(offset + 55 + size.length), size)
}

/**
 * Encodes with the Recursive Length Prefix (Yellow Paper, appendix B).
 *
 * @example encodeRlp([integerToRlp(1), new Uint8Array(20)])
 */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const [first] = item
    if (item.length === 1 && first !== undefined && first < 0x80) return Uint8Array.of(first)
    return concatBytes(header(0x80, item.length), item)
  }
  const body = concatBytes(...item.map(encodeRlp))
  return concatBytes(header(0xc0, body.length), body)
}
