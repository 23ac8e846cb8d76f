import { hasExactKeys, isPlainObject } from '../../primitives/plainObject.ts'
import { parseTypes, refuse, type TypedDataTypes } from './parseTypes.ts'
import { parseStruct, type TypedDataStruct } from './parseValue.ts'

/** Typed data that passed {@link parseTypedData}: a deep copy, with every integer a bigint. */
export type TypedData = {
  readonly types: TypedDataTypes
  readonly primaryType: string
  readonly domain: TypedDataStruct
  readonly message: TypedDataStruct
}

/** Most values one message may have; 128 KiB of JSON cannot hold more. */
const MAX_VALUES = 65_536

/**
 * Accepts the object that `eth_signTypedData_v4` takes, after `JSON.parse` (EIP-712), and refuses what could be shown but
 * not signed or signed but not shown: extra or missing keys, unused types, values that do not fit their type, a domain
 * that differs from its type, more than 32 levels.
 *
 * Integers may be JSON numbers (up to 2^53 − 1), decimal or `0x` text, or bigint. Addresses are lower case or checksummed.
 *
 * @param input anything
 * @throws InvalidTypedDataError; `details` names the place, never a value
 * @example
 * const { primaryType, domain, message } = parseTypedData(JSON.parse(text))
 */
export function parseTypedData(input: unknown): TypedData {
  if (!isPlainObject(input)) return refuse('typed data', 'must be an object')
  if (!hasExactKeys(input, ['types', 'primaryType', 'domain', 'message'])) {
    refuse('typed data', 'must have just types, primaryType, domain and message')
  }
  const { primaryType } = input
  if (!isPlainObject(input.types)) return refuse('types', 'must be an object')
  if (typeof primaryType !== 'string') return refuse('primaryType', 'must be text')
  const types = parseTypes(input.types, primaryType)
  const budget = { left: MAX_VALUES, level: 0 }
  const domain = parseStruct(types, 'EIP712Domain', input.domain, 'domain', budget)
  const message = parseStruct(types, primaryType, input.message, 'message', budget)
  return { types, primaryType, domain, message }
}
