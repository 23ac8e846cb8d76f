import { hexToBytes as decode, isHex } from '@latchkey/std/hex'
import { InvalidHexError } from './errors.ts'

export { bytesToHex, type Hex, isHex } from '@latchkey/std/hex'

/**
 * The bytes of `0x…` text.
 *
 * @throws InvalidHexError when the text is anything else
 * @example hexToBytes('0x01ff') // Uint8Array [1, 255]
 */
export function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  if (!isHex(hex)) throw new InvalidHexError()
  return decode(hex)
}
