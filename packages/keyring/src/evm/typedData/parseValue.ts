import { isHex } from '../../primitives/hex.ts'
import { hasExactKeys, isPlainObject } from '../../primitives/plainObject.ts'
import { isAddress } from '../address.ts'
import { arrayOf, MAX_LEVELS, refuse, type TypedDataTypes } from './parseTypes.ts'

/** A struct's value after parsing: its members by name. */
export interface TypedDataStruct {
  readonly [name: string]: TypedDataValue
}
/** A value after parsing: integers are bigint; addresses and bytes are hex as given. */
export type TypedDataValue = bigint | boolean | string | readonly TypedDataValue[] | TypedDataStruct

/** Counts values, so that shared references cannot blow a small object up, and the levels from the outermost one in. */
export type Budget = { left: number; level: number }

/** Reads a JSON number, decimal digits, `0x` hex or a bigint; null when it is none of these. */
function readInteger(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null
  if (typeof value !== 'string') return null
  const exact = /^(?:-?[1-9][0-9]{0,77}|0|0x[0-9a-fA-F]{1,64})$/.test(value)
  return exact ? BigInt(value) : null
}

function parseInteger(type: string, value: unknown, where: string): bigint {
  const integer = readInteger(value)
  if (integer === null) return refuse(where, `must be an integer of type ${type}`)
  const signed = type.startsWith('int')
  const bits = BigInt(type.slice(signed ? 3 : 4) || 256)
  const min = signed ? -(1n << (bits - 1n)) : 0n
  const max = signed ? (1n << (bits - 1n)) - 1n : (1n << bits) - 1n
  if (integer < min || integer > max) refuse(where, `is out of the range of ${type}`)
  return integer
}

function parseBuiltIn(type: string, value: unknown, where: string): TypedDataValue {
  if (/int/.test(type)) return parseInteger(type, value, where)
  if (type === 'bool') return typeof value === 'boolean' ? value : refuse(where, 'must be true or false')
  if (type === 'address') {
    return isAddress(value) ? value : refuse(where, 'must be an address with a right checksum')
  }
  if (type === 'string') {
    // A lone surrogate has no UTF-8: something else than what is shown would be signed.
    if (typeof value !== 'string' || /\p{Surrogate}/u.test(value)) refuse(where, 'must be Unicode text')
    return value
  }
  const size = type === 'bytes' ? undefined : Number(type.slice(5))
  return isHex(value, size) ? value : refuse(where, `must be hex of type ${type}`)
}

/** Runs what goes one level further in. */
function within<T>(budget: Budget, where: string, parse: () => T): T {
  if (++budget.level > MAX_LEVELS) refuse(where, 'is nested too deep')
  const parsed = parse()
  budget.level--
  return parsed
}

/** Parses a value of any type; `types` has passed {@link parseTypes}. */
export function parseValue(
  types: TypedDataTypes,
  type: string,
  value: unknown,
  where: string,
  budget: Budget,
): TypedDataValue {
  if (budget.left-- <= 0) refuse('message', 'has too many values')
  const array = arrayOf(type)
  if (array) {
    if (!Array.isArray(value)) return refuse(where, 'must be a list')
    if (array.length !== null && array.length !== value.length)
      refuse(where, `must have ${array.length} items`)
    // Array.from visits the holes of a sparse list too, and they are refused as undefined.
    return within(budget, where, () =>
      Array.from(value, (item: unknown, at) =>
        parseValue(types, array.item, item, `${where}[${at}]`, budget),
      ),
    )
  }
  return types.has(type) ? parseStruct(types, type, value, where, budget) : parseBuiltIn(type, value, where)
}

/** Parses a struct: just the members of its type, none missing, none more. */
export function parseStruct(
  types: TypedDataTypes,
  type: string,
  value: unknown,
  where: string,
  budget: Budget,
): TypedDataStruct {
  const fields = types.get(type)
  if (!fields || !isPlainObject(value)) return refuse(where, `must be an object of type ${type}`)
  const names = fields.map((field) => field.name)
  if (!hasExactKeys(value, names)) refuse(where, `must have just the members of ${type}`)
  // Defined, not assigned: a member may be called __proto__.
  return within(budget, where, () =>
    Object.fromEntries(
      fields.map(({ name, type: fieldType }) => {
        return [name, parseValue(types, fieldType, value[name], `${where}.${name}`, budget)]
      }),
    ),
  )
}
