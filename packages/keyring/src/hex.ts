import * as noble from '@noble/hashes/utils.js'
import { InvalidHexError } from './errors.ts'

/** `0x` and hex digits. */
export type Hex = `0x${string}`

/** Whether `value` is text of `0x` and an even number of hex digits; with `size`, of that many bytes. */
export function isHex(value: unknown, size?: number): value is Hex {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return false
  return size === undefined || value.length === 2 + 2 * size
}

/**
 * Bytes as lower-case hex with `0x`.
 *
 * @example bytesToHex(Uint8Array.of(1, 255)) // '0x01ff'
 */
export const bytesToHex = (bytes: Uint8Array): Hex => `0x${noble.bytesToHex(bytes)}`

/**
 * The bytes of `0x…` text.
 *
 * @throws InvalidHexError when the text is anything else
 * @example hexToBytes('0x01ff') // Uint8Array [1, 255]
 */
export function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  if (!isHex(hex)) throw new InvalidHexError()
  return Uint8Array.from(noble.hexToBytes(hex.slice(2)))
}
