import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { hexToBytes } from '../../primitives/hex.ts'
import { arrayOf, baseOf, type TypedDataTypes } from './parseTypes.ts'
import type { TypedDataStruct, TypedDataValue } from './parseValue.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** One 32-byte word; a negative number in two's complement. */
function word(value: bigint): Uint8Array {
  return hexToBytes(`0x${BigInt.asUintN(256, value).toString(16).padStart(64, '0')}`)
}

function collect(types: TypedDataTypes, type: string, found: Set<string>): Set<string> {
  if (!types.has(type) || found.has(type)) return found
  found.add(type)
  for (const field of types.get(type) ?? []) collect(types, baseOf(field.type, type), found)
  return found
}

/** EIP-712 "Definition of encodeType": the struct, then those it refers to in order of their names. */
export function encodeType(types: TypedDataTypes, type: string): string {
  const [, ...others] = collect(types, type, new Set())
  return [type, ...others.sort()]
    .map(
      (name) => `${name}(${(types.get(name) ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`,
    )
    .join('')
}

/** EIP-712 "Definition of encodeData" for one member: always 32 bytes. */
function encodeMember(types: TypedDataTypes, type: string, value: TypedDataValue): Uint8Array {
  const array = arrayOf(type)
  if (Array.isArray(value)) {
    const items = value.map((item: TypedDataValue) => encodeMember(types, array?.item ?? '', item))
    return keccak_256(concatBytes(...items))
  }
  if (typeof value === 'object') return hashStruct(types, type, value as TypedDataStruct)
  if (typeof value === 'bigint') return word(value)
  if (typeof value === 'boolean') return word(value ? 1n : 0n)
  if (type === 'string') return keccak_256(utf8(value))
  if (type === 'bytes') return keccak_256(hexToBytes(value))
  const bytes = hexToBytes(value)
  const padded = new Uint8Array(32)
  // An address is a number of 160 bits (left of it zeros); bytes1 to bytes31 have their zeros on the right.
  padded.set(bytes, type === 'address' ? 12 : 0)
  return padded
}

/** EIP-712 "Definition of hashStruct". The value has passed {@link parseStruct} with the same types. */
export function hashStruct(types: TypedDataTypes, type: string, value: TypedDataStruct): Uint8Array {
  const members = (types.get(type) ?? []).map((field) => {
    return encodeMember(types, field.type, value[field.name] as TypedDataValue)
  })
  return keccak_256(concatBytes(keccak_256(utf8(encodeType(types, type))), ...members))
}
