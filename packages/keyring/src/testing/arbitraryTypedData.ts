import fc from 'fast-check'
import type { TypedDataField } from '../evm/signTypedData.ts'
import { bytesToHex } from '../primitives/hex.ts'

type Types = Record<string, TypedDataField[]>
type Input = { types: Types; primaryType: string; domain: Record<string, unknown>; message: unknown }

const DOMAIN: readonly TypedDataField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]
/** Structs refer to later ones only, so no cycle can arise. */
const STRUCTS = ['Root', 'Zeta', 'Alpha', 'Mid_1', 'B']

const size8 = fc.integer({ min: 1, max: 32 }).map((bytes) => bytes * 8)
const builtIn = fc.oneof(
  fc.constantFrom('address', 'bool', 'string', 'bytes'),
  size8.map((bits) => `uint${bits}`),
  size8.map((bits) => `int${bits}`),
  fc.integer({ min: 1, max: 32 }).map((bytes) => `bytes${bytes}`),
)
const dimensions = fc
  .array(fc.constantFrom('[]', '[1]', '[2]'), { maxLength: 2 })
  .map((parts) => (parts.length > 0 ? parts.join('') : ''))
const rarely = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: dimensions })

const fieldsOf = (at: number): fc.Arbitrary<TypedDataField[]> => {
  const later = STRUCTS.slice(at + 1)
  const base = later.length > 0 ? fc.oneof(builtIn, fc.constantFrom(...later)) : builtIn
  return fc
    .array(
      fc.tuple(base, rarely).map(([type, suffix]) => type + suffix),
      { minLength: 1, maxLength: 4 },
    )
    .map((types) => types.map((type, index) => ({ name: `m${index}`, type })))
}

function reachable(all: Types, name: string, found: Types = {}): Types {
  found[name] = all[name] ?? []
  for (const { type } of all[name] ?? []) {
    const base = type.split('[')[0] ?? ''
    if (all[base] && !found[base]) reachable(all, base, found)
  }
  return found
}

function anyValue(types: Types, type: string): fc.Arbitrary<unknown> {
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array) {
    const length = array[2] ? { minLength: Number(array[2]), maxLength: Number(array[2]) } : { maxLength: 2 }
    return fc.array(anyValue(types, array[1] ?? ''), length)
  }
  const fields = types[type]
  if (fields) return anyStruct(types, fields)
  const bytes = (length: number) =>
    fc.uint8Array({ minLength: length, maxLength: length }).map((value) => bytesToHex(value))
  if (type === 'string') return fc.string({ unit: 'grapheme', maxLength: 40 })
  if (type === 'bool') return fc.boolean()
  if (type === 'bytes') return fc.uint8Array({ maxLength: 70 }).map((value) => bytesToHex(value))
  if (type === 'address') return bytes(20)
  if (type.startsWith('bytes')) return bytes(Number(type.slice(5)))
  const bits = BigInt(type.replace(/\D/g, ''))
  return type.startsWith('int')
    ? fc.bigInt(-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n)
    : fc.bigInt(0n, (1n << bits) - 1n)
}

const anyStruct = (types: Types, fields: readonly TypedDataField[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(fields.map(({ name, type }) => [name, anyValue(types, type)])))

/** Typed data that every implementation must accept. */
export const typedDataArbitrary: fc.Arbitrary<Input> = fc
  .tuple(fc.tuple(...STRUCTS.map((_, at) => fieldsOf(at))), fc.subarray([...DOMAIN], { minLength: 1 }))
  .chain(([structs, domainFields]) => {
    const all = Object.fromEntries(STRUCTS.map((name, at) => [name, structs[at] ?? []]))
    const types: Types = { ...reachable(all, 'Root'), EIP712Domain: domainFields }
    return fc.record({
      types: fc.constant(types),
      primaryType: fc.constant('Root'),
      domain: anyStruct(types, domainFields),
      message: anyValue(types, 'Root'),
    })
  })
