/** `0x` and hex digits. */
export type Hex = `0x${string}`

/**
 * Whether `value` is text of `0x` and an even number of hex digits.
 *
 * @param size how many bytes it must be; any when left out
 */
export function isHex(value: unknown, size?: number): value is Hex {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return false
  return size === undefined || value.length === 2 + 2 * size
}

/**
 * Bytes as lower-case hex with `0x`.
 *
 * @example bytesToHex(Uint8Array.of(1, 255)) // '0x01ff'
 */
export function bytesToHex(bytes: Uint8Array): Hex {
  let digits = ''
  for (const byte of bytes) digits += byte.toString(16).padStart(2, '0')
  return `0x${digits}`
}

/**
 * The bytes of `0x…` text.
 *
 * @throws TypeError when the text is anything else; the text is not in the message, it may be a key
 * @example hexToBytes('0x01ff') // Uint8Array [1, 255]
 */
export function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  if (!isHex(hex)) throw new TypeError('The text is no hex: 0x and an even number of hex digits.')
  const bytes = new Uint8Array((hex.length - 2) / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(hex.slice(2 + 2 * index, 4 + 2 * index), 16)
  return bytes
}

/**
 * A whole number as JSON-RPC of Ethereum writes it (EIP-1474, quantity): hex without leading zeros.
 *
 * @example toQuantity(0) // '0x0'
 */
export const toQuantity = (value: bigint | number): Hex => `0x${value.toString(16)}`
