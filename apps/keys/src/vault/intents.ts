import { BaseError } from '@latchkey/errors'
import { hexToBytes } from '@latchkey/keyring'
import { type EvmTransaction, IntentRefusedError } from '@latchkey/protocol/keys'

/** What the frame may ask to have signed. Never a hash. */
export type Intent =
  /** `hash`: the project takes messages of 32 bytes, too. */
  | { kind: 'message'; message: string; hash?: boolean }
  | { kind: 'typedData'; typedData: string }
  | { kind: 'transaction'; transaction: EvmTransaction }

/** Why the keys app does not sign, as it may be shown. */
export type RefusalReason =
  | 'looksLikeHash'
  | 'looksLikeTypedData'
  | 'invalidMessage'
  | 'invalidTypedData'
  | 'invalidTransaction'

/** The refusal, with its reason where the frame can read it. */
export const refuse = (reason: RefusalReason): BaseError => new IntentRefusedError({ data: { reason } })

/** Runs a parser or signer of the keyring; what it refuses is refused here, without its inner text. */
export function orRefuse<T>(reason: RefusalReason, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof BaseError && error.code === IntentRefusedError.code) throw error
    throw refuse(reason)
  }
}

/**
 * The bytes of a message, if they may be signed by EIP-191.
 *
 * @param hash whether 32 bytes, which could be the hash of anything, may be signed
 * @throws IntentRefusedError for 32 bytes where they may not, and for bytes that start as the pre-image
 * of EIP-712 does
 */
export function messageBytes(message: string, hash = false): Uint8Array<ArrayBuffer> {
  const bytes = orRefuse('invalidMessage', () => hexToBytes(message))
  if (bytes.length === 32 && !hash) throw refuse('looksLikeHash')
  if (bytes[0] === 0x19 && bytes[1] === 0x01) throw refuse('looksLikeTypedData')
  return bytes
}

/**
 * The value of typed data's JSON text, with the one rule that EIP-712 leaves open: a chain id is positive.
 * The strict reading is the keyring's.
 *
 * @throws IntentRefusedError when the text is not a JSON object, or its chain id is 0 or negative
 */
export function typedDataValue(text: string): object {
  const value = orRefuse('invalidTypedData', (): unknown => JSON.parse(text))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('invalidTypedData')
  const domain = (value as { domain?: unknown }).domain
  if (typeof domain !== 'object' || domain === null) throw refuse('invalidTypedData')
  if ('chainId' in domain && !isPositive(domain.chainId)) throw refuse('invalidTypedData')
  return value
}

function isPositive(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0
  if (typeof value !== 'string' || !/^(?:0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/.test(value)) return false
  return BigInt(value) > 0n
}
