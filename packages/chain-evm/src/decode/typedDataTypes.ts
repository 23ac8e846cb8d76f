import { located, malformed } from './errors.ts'
import { parseAddress } from './parseAddress.ts'

export type TypedMember = { name: string; type: string }

export type TypedTypes = Readonly<Record<string, readonly TypedMember[]>>

/** An EIP-712 type, taken apart. */
export type TypedShape =
  | { kind: 'uint' | 'int'; bits: number }
  | { kind: 'fixedBytes'; size: number }
  | { kind: 'bytes' | 'string' | 'bool' | 'address' }
  | { kind: 'array'; item: string; length: number | null }
  | { kind: 'struct'; name: string }

/** As the standard has it: Solidity's `$` is no part of EIP-712, and the signer takes it for none either. */
const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/

const atomic = /^(?:u?int[0-9]*|bytes[0-9]*|string|bool|address)$/

/** Structs and lists inside each other, at most. The signer has the same bound. */
export const maxTypedDepth = 32

const maxTypes = 128

const maxMembers = 256

/**
 * Takes a type of EIP-712 apart. `uint` and `int` are 256 bits wide, as every library takes them; in the hash they keep
 * their short name.
 *
 * @param types has the structs as its own members
 * @throws MalformedRequestError for impossible widths and unknown names
 */
export function typedShapeOf(type: string, types: object): TypedShape {
  const array = /^(.+)\[([1-9][0-9]{0,3})?\]$/.exec(type)
  if (array) return { kind: 'array', item: array[1] ?? '', length: array[2] ? Number(array[2]) : null }
  if (Object.hasOwn(types, type)) return { kind: 'struct', name: type }
  if (type === 'bytes' || type === 'string' || type === 'bool' || type === 'address') return { kind: type }
  const integer = /^(u?int)([1-9][0-9]{0,2})?$/.exec(type)
  const bits = Number(integer?.[2] ?? 256)
  if (integer && bits <= 256 && bits % 8 === 0) return { kind: integer[1] === 'uint' ? 'uint' : 'int', bits }
  const bytes = /^bytes([1-9][0-9]?)$/.exec(type)
  if (bytes && Number(bytes[1]) <= 32) return { kind: 'fixedBytes', size: Number(bytes[1]) }
  return malformed('unknownType', type)
}

function readMember(value: unknown): TypedMember {
  if (typeof value !== 'object' || value === null) return malformed('types')
  const { name, type, ...rest } = value as Record<string, unknown>
  if (typeof name !== 'string' || !identifier.test(name)) return malformed('memberName')
  if (typeof type !== 'string' || type.length > 160 || Object.keys(rest).length > 0) return malformed('types')
  return { name, type }
}

/** The members of one struct: none twice, and perhaps none at all. */
export function readMembers(name: string, value: unknown): readonly TypedMember[] {
  if (!identifier.test(name) || atomic.test(name)) malformed('typeName', name)
  if (!Array.isArray(value) || value.length > maxMembers) return malformed('types')
  const read = value.map(readMember)
  if (new Set(read.map((member) => member.name)).size !== read.length) malformed('memberTwice', name)
  return read
}

/**
 * Reads the structs that `primaryType` needs, itself included: names that can be written in `encodeType`, and types that
 * exist. A struct may need itself, in a list for example; only values must come to an end. What nothing needs is left out:
 * it is neither signed nor shown.
 */
export function readTypes(given: object, primaryType: string): TypedTypes {
  const types: Record<string, readonly TypedMember[]> = Object.create(null)
  const visit = (type: string, where: string, dimensions = 0): void => {
    if (dimensions > maxTypedDepth) malformed('tooDeep')
    const shape = located(where, type, () => typedShapeOf(type, given))
    if (shape.kind === 'array') visit(shape.item, where, dimensions + 1)
    if (shape.kind !== 'struct' || Object.hasOwn(types, shape.name)) return
    const { name } = shape
    if (name === 'EIP712Domain' || Object.keys(types).length === maxTypes) malformed('types')
    const members = located(name, name, () => readMembers(name, (given as Record<string, unknown>)[name]))
    types[name] = members
    for (const member of members) visit(member.type, `${name}.${member.name}`)
  }
  visit(primaryType, primaryType)
  return types
}

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
