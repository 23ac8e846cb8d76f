import { decodeBase58 } from '@latchkey/std/base58'
import { isRecord } from '@latchkey/std/isRecord'
import type { Address } from '@solana/web3.js'
import { invalidParams } from './rpcError.ts'

/** Bytes of the largest transaction that a network takes. */
const LARGEST_TRANSACTION = 1_232

export type Options = Readonly<Record<string, unknown>>

export function addressOf(value: unknown): Address {
  const bytes = typeof value === 'string' ? decodeBase58(value) : undefined
  if (bytes?.length !== 32) throw invalidParams('an address of 32 bytes in base58 is expected')
  return value as Address
}

export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw invalidParams('a text is expected')
  return value
}

export function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value) || value.length > 256) throw invalidParams('a list of at most 256 is expected')
  return value
}

export function wholeOf(value: unknown): bigint {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidParams('a whole number is expected')
  return BigInt(value)
}

export const optionsOf = (value: unknown): Options => (isRecord(value) ? value : {})

/** The bytes of a transaction or a message. */
export function bytesOf(text: unknown, encoding: unknown): Uint8Array {
  const bytes =
    encoding === 'base64'
      ? Uint8Array.from(Buffer.from(textOf(text), 'base64'))
      : decodeBase58(textOf(text), LARGEST_TRANSACTION * 2)
  if (!bytes || bytes.length === 0 || bytes.length > LARGEST_TRANSACTION)
    throw invalidParams(`a transaction of at most ${LARGEST_TRANSACTION} bytes is expected`)
  return bytes
}
