import { located, malformed } from './errors.ts'
import type { TypedMember, TypedShape, TypedTypes } from './model.ts'

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
