import { InvalidTypedDataError } from '../../primitives/errors.ts'
import { hasExactKeys, isPlainObject, type PlainObject } from '../../primitives/plainObject.ts'

/** A member of a struct (EIP-712 "Definition of typed structured data"). */
export type TypedDataField = { readonly name: string; readonly type: string }
/** Struct types by name. */
export type TypedDataTypes = ReadonlyMap<string, readonly TypedDataField[]>

/** Structs and lists inside each other, at most. */
export const MAX_LEVELS = 32

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/
/** The types of the domain's members (EIP-712 "Definition of domainSeparator"). */
const DOMAIN_FIELDS: ReadonlyMap<string, string> = new Map([
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
])

/** Throws what every refusal of typed data throws. `where` is a path of names, never a value. */
export function refuse(where: string, why: string): never {
  throw new InvalidTypedDataError({ details: `${where}: ${why}` })
}

/** Atomic and dynamic types of EIP-712, and `uint` and `int` as every library takes them: 256 bits wide. */
export function isBuiltIn(type: string): boolean {
  if (/^(?:address|bool|string|bytes|u?int)$/.test(type)) return true
  const sized = /^(bytes|u?int)([1-9][0-9]{0,2})$/.exec(type)
  if (!sized) return false
  const size = Number(sized[2])
  return sized[1] === 'bytes' ? size <= 32 : size <= 256 && size % 8 === 0
}

/** Splits `Item[2][]` into `Item` and its last dimension; null when it is no array. */
export function arrayOf(type: string): { item: string; length: number | null } | null {
  const array = /^(.+)\[([1-9][0-9]{0,6})?\]$/.exec(type)
  if (!array?.[1]) return null
  return { item: array[1], length: array[2] === undefined ? null : Number(array[2]) }
}

/** The type without its dimensions. */
export function baseOf(type: string, where: string): string {
  let base = type
  for (let dimensions = 0; ; dimensions++) {
    const array = arrayOf(base)
    if (!array) return base
    if (dimensions === MAX_LEVELS) refuse(where, 'too many array dimensions')
    base = array.item
  }
}

function parseFields(value: unknown, where: string): TypedDataField[] {
  if (!Array.isArray(value)) refuse(where, 'must be a list of members')
  const names = new Set<string>()
  return value.map((entry: unknown) => {
    if (!isPlainObject(entry) || !hasExactKeys(entry, ['name', 'type']))
      refuse(where, 'a member is malformed')
    const { name, type } = entry
    if (typeof name !== 'string' || !NAME.test(name)) refuse(where, 'a member has a malformed name')
    if (typeof type !== 'string' || type.length > 256) refuse(where, 'a member has a malformed type')
    if (names.has(name)) refuse(where, 'two members have one name')
    names.add(name)
    return { name, type }
  })
}

/** Collects the structs that `type` needs and checks that they exist. One may need itself: values come to an end. */
function reach(types: TypedDataTypes, type: string, reached: Set<string>): void {
  if (reached.has(type)) return
  reached.add(type)
  for (const field of types.get(type) ?? []) {
    const where = `types.${type}.${field.name}`
    const base = baseOf(field.type, where)
    if (isBuiltIn(base)) continue
    if (base === 'EIP712Domain' || !types.has(base)) refuse(where, 'has an unknown type')
    reach(types, base, reached)
  }
}

function assertDomainType(types: TypedDataTypes): void {
  // Bound to nothing at all, a signature could be used by anyone for anything.
  if (!types.get('EIP712Domain')?.length) refuse('types.EIP712Domain', 'is missing or empty')
  for (const { name, type } of types.get('EIP712Domain') ?? []) {
    if (DOMAIN_FIELDS.get(name) !== type) refuse('types.EIP712Domain', 'has a member that no domain has')
  }
}

/**
 * Parses `types`: well-formed, `EIP712Domain` of the standard's members, every other struct reachable from
 * `primaryType`.
 */
export function parseTypes(input: PlainObject, primaryType: string): TypedDataTypes {
  const types = new Map<string, readonly TypedDataField[]>()
  for (const [name, value] of Object.entries(input)) {
    if (!NAME.test(name) || isBuiltIn(name)) refuse('types', 'a struct has a malformed name')
    types.set(name, parseFields(value, `types.${name}`))
  }
  assertDomainType(types)
  if (primaryType === 'EIP712Domain' || !types.has(primaryType))
    refuse('primaryType', 'is not one of the types')
  const reached = new Set<string>()
  reach(types, primaryType, reached)
  // A type that nothing signs would only be there to mislead a reader.
  if (types.size !== reached.size + 1) refuse('types', 'has a type that primaryType does not use')
  return types
}
