const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const MOST_DIGITS = 100

/** Bytes of a base58 text, or undefined when it is none. */
export function fromBase58(text: string): Uint8Array | undefined {
  if (text.length > MOST_DIGITS) return undefined
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
