import { bytesToHex } from '@latchkey/std/hex'

/** The fields of one map by their keys in hex: the type, then what it is of (BIP-174). */
export type PsbtFields = ReadonlyMap<string, Uint8Array>

export type PsbtInput = { txid: string; vout: number; fields: PsbtFields }
export type ReadPsbt = {
  /** The unsigned transaction, byte for byte. */
  transaction: Uint8Array<ArrayBuffer>
  inputs: readonly PsbtInput[]
}

const MAGIC = '0x70736274ff'
const UNSIGNED = '0x00'
/** Inputs, or outputs, of the largest transaction. */
const MOST = 20_000

type Reader = ReturnType<typeof readerOf>

/** Reads on from where it stopped. @throws RangeError at the end, or for a number that is longer than it must be */
export function readerOf(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array<ArrayBuffer> => {
    if (length > bytes.length - at) throw new RangeError('It ends too early.')
    at += length
    return bytes.slice(at - length, at)
  }
  const little = (length: number): number =>
    take(length).reduceRight((number, byte) => number * 256 + byte, 0)
  const size = (): number => {
    const first = little(1)
    if (first < 0xfd) return first
    const length = 2 ** (first - 0xfc)
    const number = little(length)
    // No more than four gigabytes, and each number in one way alone.
    if (length > 4 || number < (length === 2 ? 0xfd : 0x1_0000)) throw new RangeError('It is no length.')
    return number
  }
  const count = (): number => {
    const number = size()
    if (number > MOST) throw new RangeError('It is too much.')
    return number
  }
  return { take, little, size, count, isAtEnd: () => at === bytes.length }
}

function readFields(reader: Reader): PsbtFields {
  const fields = new Map<string, Uint8Array>()
  for (let length = reader.size(); length > 0; length = reader.size()) {
    const key = bytesToHex(reader.take(length))
    // A second one would be read by some and not by others.
    if (fields.has(key)) throw new RangeError('A field is there twice.')
    fields.set(key, reader.take(reader.size()))
  }
  return fields
}

const listOf = <T>(length: number, read: () => T): T[] => Array.from({ length }, read)

/** Inputs and outputs of a transaction without signatures; one with scripts of its own is none. */
function readUnsigned(transaction: Uint8Array): { inputs: Omit<PsbtInput, 'fields'>[]; outputs: number } {
  const reader = readerOf(transaction)
  reader.take(4)
  const inputs = listOf(reader.count(), () => {
    const place = { txid: bytesToHex(reader.take(32)), vout: reader.little(4) }
    if (reader.size() !== 0) throw new RangeError('An input is signed.')
    reader.take(4)
    return place
  })
  const outputs = listOf(reader.count(), () => {
    reader.take(8)
    reader.take(reader.size())
  }).length
  reader.take(4)
  if (!reader.isAtEnd()) throw new RangeError('It is longer than a transaction.')
  return { inputs, outputs }
}

/**
 * Reads the fields of a PSBT of version 0 (BIP-174) that a comparison of two PSBTs needs.
 *
 * @returns undefined for bytes that are not exactly such a PSBT
 */
export function readPsbt(bytes: Uint8Array): ReadPsbt | undefined {
  try {
    const reader = readerOf(bytes)
    if (bytesToHex(reader.take(5)) !== MAGIC) return undefined
    const transaction = readFields(reader).get(UNSIGNED)
    if (!transaction) return undefined
    const { inputs: places, outputs } = readUnsigned(transaction)
    const inputs = places.map((place) => ({ ...place, fields: readFields(reader) }))
    for (let output = 0; output < outputs; output += 1) readFields(reader)
    return reader.isAtEnd() ? { transaction: transaction.slice(), inputs } : undefined
  } catch {
    return undefined
  }
}
