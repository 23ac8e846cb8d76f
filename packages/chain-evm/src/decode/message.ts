import { deepFreeze } from '@latchkey/std/deepFreeze'
import {
  type Address,
  bytesToHex,
  type Hex,
  hexToBytes,
  keccak256,
  recoverAddress,
  recoverMessageAddress,
  stringToBytes,
} from 'viem'
import { malformed, refuse } from './errors.ts'
import { isAddressText, parseAddress, sameAddress } from './parseAddress.ts'
import { parseSiwe, type SiweMessage, soundsLikeSiwe } from './siwe.ts'

/** What `personal_sign` asks for, read and frozen. `hex` is what gets signed (EIP-191 version 0x45). */
export type MessageRequest = {
  address: Address
  hex: Hex
  /** null when the bytes are not UTF-8 */
  text: string | null
  siwe: SiweMessage | null
  /** 32 bytes: they may be the hash of anything, even where they read as text. */
  isHash: boolean
}

/** EIP-191's own limit is none; this is what a person could still read. */
const maxMessageBytes = 16_384

function toBytes(message: string): Uint8Array {
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(message) ? hexToBytes(message as Hex) : stringToBytes(message)
}

function strictText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Message and address in whichever order they came: the standard's when both could be either. */
function order(params: readonly unknown[]): { message: string; address: Address } {
  const [first, second] = params
  if (params.length < 2 || params.length > 3) return malformed('paramCount')
  if (typeof first !== 'string' || typeof second !== 'string') return malformed('paramType')
  const swapped = !isAddressText(second) && isAddressText(first)
  return { message: swapped ? second : first, address: parseAddress(swapped ? first : second) }
}

function refuseDangerousBytes(bytes: Uint8Array): void {
  // 0x19 opens every EIP-191 envelope: with it inside, these bytes could stand for something else that was signed.
  if (bytes[0] === 0x19) refuse('envelopeMessage')
  if (hasTransactionShape(bytes)) refuse('transactionLikeMessage')
}

/**
 * Reads the params of `personal_sign` in either order of its two parameters.
 *
 * @param options.hashes takes messages of 32 bytes, which are refused otherwise
 * @throws MalformedRequestError, or UnsafeRequestError for 32-byte messages, EIP-191 envelopes, transaction shapes, and
 *   text that claims to be a sign-in (ERC-4361) but does not parse as one
 * @example
 * parseMessageRequest(['0x48656c6c6f', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']).text // 'Hello'
 */
export function parseMessageRequest(
  params: readonly unknown[],
  { hashes = false }: { hashes?: boolean } = {},
): MessageRequest {
  const { message, address } = order(params)
  const bytes = toBytes(message)
  if (bytes.length > maxMessageBytes) malformed('messageTooLong')
  refuseDangerousBytes(bytes)
  const isHash = bytes.length === 32
  if (isHash && !hashes) refuse('hashLikeMessage')
  const text = strictText(bytes)
  const siwe = text !== null && soundsLikeSiwe(text) ? (parseSiwe(text) ?? refuse('signInMalformed')) : null
  return deepFreeze({ address, hex: bytesToHex(bytes), text, siwe, isHash })
}

/** Whether a signature is by `address` over exactly these bytes (EIP-191). */
export async function isMessageSignedBy(address: string, message: Hex, signature: Hex): Promise<boolean> {
  try {
    return sameAddress(await recoverMessageAddress({ message: { raw: message }, signature }), address)
  } catch {
    return false
  }
}

/** Whether a signature is by `address` over exactly this digest (EIP-712). */
export async function isHashSignedBy(address: string, hash: Hex, signature: Hex): Promise<boolean> {
  try {
    return sameAddress(await recoverAddress({ hash, signature }), address)
  } catch {
    return false
  }
}

/** The generator of secp256k1 (SEC 2, section 2.4.1) as a signature's `r`: with `s` 1 a key can always be recovered. */
const RECOVERABLE: Hex = `0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798${'1'.padStart(64, '0')}1b`

/**
 * Loads what recovering needs. Call it before anything is signed: a download that fails afterwards would make a good
 * signature look like a false one. Rejects when it cannot be loaded.
 */
export async function loadRecovery(): Promise<void> {
  await recoverAddress({ hash: `0x${'11'.repeat(32)}`, signature: RECOVERABLE })
}

type Span = { end: number; list: boolean; start: number }

/** Reads one RLP item's header (Ethereum yellow paper, appendix B); undefined when it is not well formed. */
function readItem(bytes: Uint8Array, at: number, limit: number): Span | undefined {
  const head = bytes[at]
  if (head === undefined) return undefined
  if (head < 0x80) return { list: false, start: at, end: at + 1 }
  const list = head >= 0xc0
  const short = head - (list ? 0xc0 : 0x80)
  let start = at + 1
  let length = short
  if (short > 55) {
    const size = short - 55
    length = 0
    // Four bytes of length are 4 GiB, more than a message can be.
    if (size > 4) return undefined
    for (let i = 0; i < size; i++) length = length * 256 + (bytes[start + i] ?? Number.POSITIVE_INFINITY)
    start += size
  }
  const end = start + length
  return end <= limit ? { list, start, end } : undefined
}

/** How many items the RLP list that fills `bytes` from `at` holds; undefined when there is no such list. */
function countItems(bytes: Uint8Array, at: number): number | undefined {
  const list = readItem(bytes, at, bytes.length)
  if (!list?.list || list.end !== bytes.length) return undefined
  let count = 0
  for (let next = list.start; next < list.end; count++) {
    const item = readItem(bytes, next, list.end)
    if (!item) return undefined
    next = item.end
  }
  return count
}

/**
 * Whether bytes have the shape of a transaction or an authorization: an RLP list of a transaction's length, or a type
 * byte and such a list (EIP-2718, EIP-7702). Nobody signs such bytes as a message in good faith.
 */
function hasTransactionShape(bytes: Uint8Array): boolean {
  const legacy = countItems(bytes, 0)
  if (legacy !== undefined) return legacy >= 3
  const type = bytes[0]
  if (type === undefined || type > 0x7f) return false
  const typed = countItems(bytes, 1)
  return typed !== undefined && typed >= 3
}

/** Keccak-256 of a text's UTF-8 bytes. */
export const hashText = (text: string): Hex => keccak256(stringToBytes(text))
