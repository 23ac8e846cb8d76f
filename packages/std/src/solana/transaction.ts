import { decodeBase58 } from '../base58.ts'
import type { ByteReader } from './byteReader.ts'
import { isSane, readMessage, readWhole, type SolanaMessage } from './message.ts'

/** As much as one packet of the network holds (1 280 bytes of IPv6 without its headers). */
export const LONGEST_SOLANA_TRANSACTION = 1_232

/** A transaction as it goes over the wire. */
export type SolanaTransaction = {
  /** 64 bytes each, in the order of the accounts that sign; zeros: not signed yet. */
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
  readonly message: SolanaMessage
  /** What is signed. */
  readonly messageBytes: Uint8Array<ArrayBuffer>
}

const readSignatures = (reader: ByteReader): Uint8Array<ArrayBuffer>[] =>
  Array.from({ length: reader.length() }, () => reader.bytes(64))

/**
 * Reads a transaction, strictly: as many signatures as its message asks for, and a message as `parseSolanaMessage` takes it.
 *
 * @returns undefined for any other bytes, and for more than one packet holds
 */
export function parseSolanaTransaction(bytes: Uint8Array): SolanaTransaction | undefined {
  if (bytes.length > LONGEST_SOLANA_TRANSACTION) return undefined
  const read = readWhole(bytes, (reader) => ({
    signatures: readSignatures(reader),
    message: readMessage(reader),
  }))
  if (!read || !isSane(read.message) || read.signatures.length !== read.message.requiredSignatures)
    return undefined
  const messageBytes = Uint8Array.from(
    bytes.subarray(lengthBytes(read.signatures.length).length + 64 * read.signatures.length),
  )
  return { ...read, messageBytes }
}

/** A number as compact-u16. */
export function lengthBytes(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest >>= 7) bytes.push((rest & 0x7f) | 0x80)
  return [...bytes, rest]
}

const listBytes = (bytes: ArrayLike<number>): number[] => [...lengthBytes(bytes.length), ...Array.from(bytes)]

/** The 32 bytes of an address or a hash. @throws RangeError for any other text */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase58(text, 44)
  if (bytes?.length !== 32) throw new RangeError('not 32 bytes in base58')
  return bytes
}

/**
 * The bytes of a message, as they are signed. What was read by `parseSolanaMessage` gives the same bytes again.
 *
 * @throws RangeError when an address is not 32 bytes in base58
 */
export function encodeSolanaMessage(message: SolanaMessage): Uint8Array<ArrayBuffer> {
  const { version, accounts, blockhash, instructions, lookups } = message
  return Uint8Array.from([
    ...(version === 0 ? [0x80] : []),
    message.requiredSignatures,
    message.readonlySigned,
    message.readonlyUnsigned,
    ...lengthBytes(accounts.length),
    ...accounts.flatMap((account) => [...keyBytes(account)]),
    ...keyBytes(blockhash),
    ...lengthBytes(instructions.length),
    ...instructions.flatMap(({ program, accounts: named, data }) => [
      program,
      ...listBytes(named),
      ...listBytes(data),
    ]),
    ...(version === 0 ? lengthBytes(lookups.length) : []),
    ...lookups.flatMap(({ table, writable, readonly }) => [
      ...keyBytes(table),
      ...listBytes(writable),
      ...listBytes(readonly),
    ]),
  ])
}

/** A transaction with its signatures, as it goes over the wire. */
export const joinSolanaTransaction = (
  signatures: readonly Uint8Array[],
  messageBytes: Uint8Array,
): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...lengthBytes(signatures.length),
    ...signatures.flatMap((signature) => [...signature]),
    ...messageBytes,
  ])

/**
 * Whether bytes that are called a message could be taken for a transaction by anybody: a message of one, a whole one, or one
 * of a version that is not known here. Looser than the parsers: what the network of today would refuse counts, too.
 * No text in UTF-8 starts with a byte of 0x80 to 0xbf.
 */
export function looksLikeSolanaTransaction(bytes: Uint8Array): boolean {
  const first = bytes[0] ?? 0
  if (first >= 0x80 && first < 0xc0) return true
  const isMessage = readWhole(bytes, readMessage) !== undefined
  return (
    isMessage || readWhole(bytes, (reader) => [readSignatures(reader), readMessage(reader)]) !== undefined
  )
}
