import { located, malformed } from './errors.ts'
import { parseAddress } from './parseAddress.ts'
import { maxTypedDepth, type TypedShape, type TypedTypes, typedShapeOf } from './typedDataTypes.ts'

/** JSON in the one form that is shown, hashed and handed to the signer. */
export type TypedValue = string | boolean | readonly TypedValue[] | { readonly [name: string]: TypedValue }

/** How many values one document may hold: what a person could look through, and a bound for shared references. */
const maxValues = 10_000
/** How far reading has come. */
type Reading = { types: TypedTypes; values: number; depth: number }

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

function readStruct(reading: Reading, value: unknown, name: string, where: string): TypedValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed('struct')
  const members = reading.types[name] ?? []
  const source = value as Record<string, unknown>
  const read: Record<string, TypedValue> = {}
  for (const member of members) {
    const place = `${where}.${member.name}`
    if (!Object.hasOwn(source, member.name)) located(place, member.type, () => malformed('memberMismatch'))
    const next = readPlaced(reading, source[member.name], member.type, place)
    Object.defineProperty(read, member.name, { value: next, enumerable: true })
  }
  // What is shown and not signed is how people are deceived.
  const extra = Object.keys(source).find((key) => !Object.hasOwn(read, key))
  return extra === undefined ? read : located(`${where}.${extra}`, name, () => malformed('memberMismatch'))
}

function readArray(
  reading: Reading,
  value: unknown,
  { item, length }: Extract<TypedShape, { kind: 'array' }>,
  where: string,
): TypedValue {
  if (!Array.isArray(value)) return malformed('array')
  if (value.length > reading.values) malformed('typedDataTooLong')
  if (length !== null && value.length !== length) malformed('arrayLength')
  // Not `map`, which would skip the holes of a sparse array.
  return Array.from(value, (one: unknown, index) => readPlaced(reading, one, item, `${where}[${index}]`))
}

const readPlaced = (reading: Reading, value: unknown, type: string, where: string): TypedValue =>
  located(where, type, () => readValue(reading, value, type, where))

function readValue(reading: Reading, value: unknown, type: string, where: string): TypedValue {
  if (--reading.values < 0) malformed('typedDataTooLong')
  const shape = typedShapeOf(type, reading.types)
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
  }
  if (++reading.depth > maxTypedDepth) malformed('tooDeep')
  const read =
    shape.kind === 'array'
      ? readArray(reading, value, shape, where)
      : readStruct(reading, value, shape.name, where)
  reading.depth--
  return read
}

/**
 * Reads one value by its type into canonical form: integers as decimal text, bytes in lower case, addresses with
 * checksum. Text must be well-formed Unicode, or it could not be shown as it is signed.
 *
 * @throws MalformedRequestError; `data.member` is the path to what does not fit, `data.type` its type
 */
export const readTypedValue = (value: unknown, type: string, types: TypedTypes): TypedValue =>
  readPlaced({ types, values: maxValues, depth: 0 }, value, type, type)
