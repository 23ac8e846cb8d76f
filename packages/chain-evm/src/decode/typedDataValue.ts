import { malformed } from './errors.ts'
import { parseAddress } from './parseAddress.ts'
import { maxTypedDepth, type TypedTypes, typedShapeOf } from './typedDataTypes.ts'

/** JSON in the one form that is shown, hashed and handed to the signer. */
export type TypedValue = string | boolean | readonly TypedValue[] | { readonly [name: string]: TypedValue }

/** How many values one document may hold: what a person could look through, and a bound for shared references. */
const maxValues = 5_000
type Budget = { left: number }

function readInteger(value: unknown, kind: 'uint' | 'int', bits: number): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || text.length > 80) return malformed('integer')
  if (!/^(?:-?(?:0|[1-9][0-9]*)|0x[0-9a-fA-F]{1,64})$/.test(text)) return malformed('integer')
  const integer = BigInt(text)
  const signed = kind === 'int'
  const limit = 2n ** BigInt(signed ? bits - 1 : bits)
  if (integer >= limit || integer < (signed ? -limit : 0n)) malformed('integerRange')
  return integer.toString()
}

function readBytes(value: unknown, size: number | undefined): string {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return malformed('bytes')
  if (size !== undefined && value.length !== 2 + size * 2) malformed('bytesSize')
  return value.toLowerCase()
}

function readStruct(
  value: unknown,
  name: string,
  types: TypedTypes,
  depth: number,
  budget: Budget,
): TypedValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed('struct', name)
  const members = types[name] ?? []
  const source = value as Record<string, unknown>
  // What is shown and not signed, or signed as a default and not shown, is how people are deceived.
  if (Object.keys(source).length !== members.length) malformed('memberMismatch', name)
  const read: Record<string, TypedValue> = {}
  for (const member of members) {
    if (!Object.hasOwn(source, member.name)) malformed('memberMismatch', `${name}.${member.name}`)
    const next = readTypedValue(source[member.name], member.type, types, depth + 1, budget)
    Object.defineProperty(read, member.name, { value: next, enumerable: true })
  }
  return read
}

function readArray(
  value: unknown,
  shape: { item: string; length: number | null },
  types: TypedTypes,
  depth: number,
  budget: Budget,
): TypedValue {
  if (!Array.isArray(value)) return malformed('array')
  if (value.length > budget.left) malformed('typedDataTooLong')
  if (shape.length !== null && value.length !== shape.length) malformed('arrayLength')
  // Not `map`, which would skip the holes of a sparse array.
  return Array.from(value, (item: unknown) => readTypedValue(item, shape.item, types, depth + 1, budget))
}

/**
 * Reads one value by its type into canonical form: integers as decimal text, bytes in lower case, addresses with
 * checksum. Text must be well-formed Unicode, or it could not be shown as it is signed.
 */
export function readTypedValue(
  value: unknown,
  type: string,
  types: TypedTypes,
  depth = 0,
  budget: Budget = { left: maxValues },
): TypedValue {
  if (depth > maxTypedDepth) malformed('tooDeep')
  if (--budget.left < 0) malformed('typedDataTooLong')
  const shape = typedShapeOf(type, types)
  switch (shape.kind) {
    case 'uint':
    case 'int':
      return readInteger(value, shape.kind, shape.bits)
    case 'fixedBytes':
      return readBytes(value, shape.size)
    case 'bytes':
      return readBytes(value, undefined)
    case 'string':
      return typeof value === 'string' && !/\p{Cs}/u.test(value) ? value : malformed('string')
    case 'bool':
      return typeof value === 'boolean' ? value : malformed('bool')
    case 'address':
      return parseAddress(value)
    case 'array':
      return readArray(value, shape, types, depth, budget)
    case 'struct':
      return readStruct(value, shape.name, types, depth, budget)
  }
}
