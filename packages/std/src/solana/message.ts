import { encodeBase58 } from '../base58.ts'
import { type ByteReader, createByteReader, NotReadableError } from './byteReader.ts'

/** One call of a program. Numbers are places in the list of accounts: the message's own, then what look-up tables add. */
export type SolanaInstruction = {
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array<ArrayBuffer>
}

/** Accounts that a version-0 message takes from a look-up table, by their places in it. */
export type SolanaLookup = {
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

/** What a Solana transaction says, and what its signers sign. Addresses and the block hash are base58. */
export type SolanaMessage = {
  readonly version: 'legacy' | 0
  /** The first so many accounts sign; the very first pays the fee. */
  readonly requiredSignatures: number
  /** Of the signers the last so many are only read. */
  readonly readonlySigned: number
  /** Of the message's other own accounts the last so many are only read. */
  readonly readonlyUnsigned: number
  readonly accounts: readonly string[]
  /** A recent block's hash, or the value of a durable nonce. */
  readonly blockhash: string
  readonly instructions: readonly SolanaInstruction[]
  /** Empty in a legacy message. */
  readonly lookups: readonly SolanaLookup[]
}

/** The bit of a message's first byte that says that it has a version. */
const VERSIONED = 0x80

function readInstruction(reader: ByteReader): SolanaInstruction {
  const program = reader.byte()
  const accounts = [...reader.bytes(reader.length())]
  return { program, accounts, data: reader.bytes(reader.length()) }
}

function readLookup(reader: ByteReader): SolanaLookup {
  const table = encodeBase58(reader.bytes(32))
  const writable = [...reader.bytes(reader.length())]
  return { table, writable, readonly: [...reader.bytes(reader.length())] }
}

const readList = <T>(reader: ByteReader, read: (reader: ByteReader) => T): T[] =>
  Array.from({ length: reader.length() }, () => read(reader))

/** The form alone, of a legacy or version-0 message. What it says need not make sense. @throws NotReadableError */
export function readMessage(reader: ByteReader): SolanaMessage {
  const first = reader.byte()
  const isVersioned = first >= VERSIONED
  if (isVersioned && first !== VERSIONED) throw new NotReadableError()
  const message = {
    version: isVersioned ? (0 as const) : ('legacy' as const),
    requiredSignatures: isVersioned ? reader.byte() : first,
    readonlySigned: reader.byte(),
    readonlyUnsigned: reader.byte(),
    accounts: readList(reader, (one) => encodeBase58(one.bytes(32))),
    blockhash: encodeBase58(reader.bytes(32)),
    instructions: readList(reader, readInstruction),
  }
  return { ...message, lookups: isVersioned ? readList(reader, readLookup) : [] }
}

/** How many accounts the instructions can name. */
const countOf = ({ accounts, lookups }: SolanaMessage): number =>
  lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, accounts.length)

/**
 * What the network checks of a message before it runs it ("sanitize"): counts that fit each other, no account twice, no
 * number beyond the list, and programs that are named by the message itself and pay no fee.
 */
export function isSane(message: SolanaMessage): boolean {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, accounts, instructions, lookups } = message
  const count = countOf(message)
  return (
    readonlySigned < requiredSignatures &&
    requiredSignatures + readonlyUnsigned <= accounts.length &&
    count <= 256 &&
    new Set(accounts).size === accounts.length &&
    new Set(lookups.map(({ table }) => table)).size === lookups.length &&
    lookups.every(({ writable, readonly }) => writable.length + readonly.length > 0) &&
    instructions.every(
      ({ program, accounts: named }) =>
        program > 0 && program < accounts.length && named.every((place) => place < count),
    )
  )
}

/**
 * Reads a message as it is signed, strictly: legacy or version 0, nothing left over, and what the network would refuse
 * refused.
 *
 * @returns undefined for any other bytes
 * @example parseSolanaMessage(bytes)?.accounts[0] // who pays the fee
 */
export function parseSolanaMessage(bytes: Uint8Array): SolanaMessage | undefined {
  const message = readWhole(bytes, readMessage)
  return message && isSane(message) ? message : undefined
}

/** What `read` makes of all the bytes; undefined where they are too few, too many, or of another form. */
export function readWhole<T>(bytes: Uint8Array, read: (reader: ByteReader) => T): T | undefined {
  try {
    const reader = createByteReader(bytes)
    const value = read(reader)
    return reader.isAtEnd() ? value : undefined
  } catch (error) {
    if (error instanceof NotReadableError) return undefined
    throw error
  }
}

/** Whether the account at a place signs. Accounts of look-up tables never do. */
export const isSigner = ({ requiredSignatures }: SolanaMessage, place: number): boolean =>
  place < requiredSignatures

/** Whether the instructions may change the account at a place. */
export function isWritable(message: SolanaMessage, place: number): boolean {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, accounts, lookups } = message
  if (place < requiredSignatures) return place < requiredSignatures - readonlySigned
  if (place < accounts.length) return place < accounts.length - readonlyUnsigned
  const looked = lookups.reduce((sum, { writable }) => sum + writable.length, 0)
  return place < accounts.length + looked
}
