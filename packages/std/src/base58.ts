const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Bytes in base58 with Bitcoin's alphabet, as Solana writes addresses and signatures. The work grows with the square of
 * the length: it is for keys and signatures, not for files.
 *
 * @example encodeBase58(Uint8Array.of(0, 255)) // '15Q'
 */
export function encodeBase58(bytes: Uint8Array): string {
  let number = 0n
  for (const byte of bytes) number = (number << 8n) | BigInt(byte)
  let text = ''
  for (; number > 0n; number /= 58n) text = (ALPHABET[Number(number % 58n)] ?? '') + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/**
 * The bytes of a base58 text; undefined when it is none, or longer than `longest`.
 *
 * @param longest most characters: the work grows with their square; default 100, more than a signature of 64 bytes has
 * @example decodeBase58('15Q') // Uint8Array [0, 255]
 */
export function decodeBase58(text: string, longest = 100): Uint8Array<ArrayBuffer> | undefined {
  if (text.length > longest) return undefined
  let number = 0n
  for (const digit of text) {
    const value = ALPHABET.indexOf(digit)
    if (value < 0) return undefined
    number = number * 58n + BigInt(value)
  }
  const bytes: number[] = []
  for (; number > 0n; number >>= 8n) bytes.unshift(Number(number & 0xffn))
  const zeros = text.length - text.replace(/^1+/, '').length
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes])
}
