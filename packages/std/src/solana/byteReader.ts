/** The bytes are not of the form that was asked for. It leaves no parser of this folder. */
export class NotReadableError extends Error {
  override name = 'NotReadableError'
}

/** Reads bytes from the front. Each call throws NotReadableError when there are too few. */
export type ByteReader = {
  byte(): number
  /** A copy. */
  bytes(count: number): Uint8Array<ArrayBuffer>
  /** Solana's compact-u16: 7 bits a byte, the low ones first, in as few bytes as the number takes. */
  length(): number
  isAtEnd(): boolean
}

export function createByteReader(from: Uint8Array): ByteReader {
  let at = 0
  const byte = () => {
    const value = from[at]
    if (value === undefined) throw new NotReadableError()
    at += 1
    return value
  }
  return {
    byte,
    bytes(count) {
      if (count > from.length - at) throw new NotReadableError()
      at += count
      return Uint8Array.from(from.subarray(at - count, at))
    },
    length() {
      let value = 0
      for (let shift = 0; shift <= 14; shift += 7) {
        const next = byte()
        value |= (next & 0x7f) << shift
        if (next >= 0x80) continue
        // A last byte of 0 could be left out: the network refuses a second way to write the same number.
        if ((next === 0 && shift > 0) || value > 0xffff) break
        return value
      }
      throw new NotReadableError()
    },
    isAtEnd: () => at === from.length,
  }
}
