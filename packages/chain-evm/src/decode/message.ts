import { deepFreeze } from '@latchkey/std/deepFreeze'
import { type Address, bytesToHex, type Hex, hexToBytes, stringToBytes } from 'viem'
import { malformed, refuse } from './errors.ts'
import { isAddressText, parseAddress } from './parseAddress.ts'
import { parseSiwe, type SiweMessage, soundsLikeSiwe } from './siwe.ts'
import { hasTransactionShape } from './transactionShape.ts'

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
