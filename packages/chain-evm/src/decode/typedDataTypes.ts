import { malformed } from './errors.ts'

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
export const maxTypedDepth = 8
const maxMembers = 64

/**
 * Takes a type of EIP-712 apart.
 *
 * @throws MalformedRequestError for aliases (`uint`), impossible widths and unknown names
 */
export function typedShapeOf(type: string, types: TypedTypes): TypedShape {
  const array = /^(.+)\[([1-9][0-9]{0,3})?\]$/.exec(type)
  if (array) return { kind: 'array', item: array[1] ?? '', length: array[2] ? Number(array[2]) : null }
  if (Object.hasOwn(types, type)) return { kind: 'struct', name: type }
  if (type === 'bytes' || type === 'string' || type === 'bool' || type === 'address') return { kind: type }
  const integer = /^(u?int)([1-9][0-9]{0,2})$/.exec(type)
  const bits = Number(integer?.[2])
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

/** Reads `types`: names that can be written in `encodeType`, no member twice, no struct in an atomic type's name. */
export function readTypes(value: unknown): TypedTypes {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed('types')
  const types: Record<string, readonly TypedMember[]> = Object.create(null)
  const entries = Object.entries(value)
  if (entries.length > maxMembers) malformed('types')
  for (const [name, members] of entries) {
    if (!identifier.test(name) || atomic.test(name)) malformed('typeName', name)
    if (!Array.isArray(members) || members.length === 0 || members.length > maxMembers)
      return malformed('types')
    const read = members.map(readMember)
    if (new Set(read.map((member) => member.name)).size !== read.length) malformed('memberTwice', name)
    types[name] = read
  }
  return types
}

/** Every struct that `primaryType` needs, itself included. Cycles and depth over eight are refused. */
export function reachableTypes(primaryType: string, types: TypedTypes): ReadonlySet<string> {
  const reached = new Set<string>()
  const visit = (type: string, path: readonly string[]): void => {
    if (path.length > maxTypedDepth) malformed('tooDeep')
    const shape = typedShapeOf(type, types)
    if (shape.kind === 'array') visit(shape.item, [...path, '[]'])
    if (shape.kind !== 'struct') return
    if (path.includes(shape.name)) malformed('typeCycle', shape.name)
    reached.add(shape.name)
    for (const member of types[shape.name] ?? []) visit(member.type, [...path, shape.name])
  }
  visit(primaryType, [])
  return reached
}
