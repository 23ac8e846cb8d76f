import { createHash } from 'node:crypto'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** Reads a transaction's bytes in their order. @throws RangeError past the end */
function readerOf(bytes: Buffer) {
  let at = 0
  const skip = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('past the end')
    at += length
    return at
  }
  const take = (length: number) => bytes.subarray(skip(length) - length, at)
  /** Of Bitcoin's variable length, as long as a transaction could be. */
  const count = (): number => {
    const first = take(1).readUInt8()
    if (first < 0xfd) return first
    if (first === 0xfd) return take(2).readUInt16LE()
    if (first === 0xfe) return take(4).readUInt32LE()
    throw new RangeError('no such count')
  }
  return { at: () => at, skip, count, next: () => bytes[at] }
}

/** Whether a witness follows (BIP-144): a count of no inputs that no transaction of old has. */
function bodyOf(bytes: Buffer): Buffer {
  const reader = readerOf(bytes)
  const hasWitness = bytes[reader.skip(4)] === 0
  if (hasWitness && bytes[reader.skip(2) - 1] !== 1) throw new RangeError('no such flag')
  const from = reader.at()
  const inputs = reader.count()
  if (inputs === 0) throw new RangeError('no input')
  for (let index = 0; index < inputs; index++) {
    reader.skip(36)
    reader.skip(reader.count() + 4)
  }
  const outputs = reader.count()
  for (let index = 0; index < outputs; index++) {
    reader.skip(8)
    reader.skip(reader.count())
  }
  const to = reader.at()
  for (let index = 0; hasWitness && index < inputs; index++) {
    const items = reader.count()
    for (let item = 0; item < items; item++) reader.skip(reader.count())
  }
  if (reader.skip(4) !== bytes.length) throw new RangeError('more than a transaction')
  return Buffer.concat([bytes.subarray(0, 4), bytes.subarray(from, to), bytes.subarray(-4)])
}

/**
 * The id of a transaction, as explorers write it: the hash of all but its witnesses (BIP-141), turned around.
 *
 * @param hex in lower case
 * @returns null where this is no transaction
 */
export function transactionId(hex: string): string | null {
  try {
    return sha256(sha256(bodyOf(Buffer.from(hex, 'hex'))))
      .reverse()
      .toString('hex')
  } catch {
    return null
  }
}
