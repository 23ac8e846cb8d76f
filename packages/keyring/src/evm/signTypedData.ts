import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { InvalidTypedDataError } from '../primitives/errors.ts'
import { bytesToHex, type Hex, hexToBytes, isHex } from '../primitives/hex.ts'
import { hasExactKeys, isPlainObject, type PlainObject } from '../primitives/plainObject.ts'
import { isAddress, signatureToHex, signDigest } from './account.ts'

/** A member of a struct (EIP-712 "Definition of typed structured data"). */
export type TypedDataField = { readonly name: string; readonly type: string }
/** Struct types by name. */
export type TypedDataTypes = ReadonlyMap<string, readonly TypedDataField[]>

/** Structs and lists inside each other, at most. */
const MAX_LEVELS = 32

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
function isBuiltIn(type: string): boolean {
  if (/^(?:address|bool|string|bytes|u?int)$/.test(type)) return true
  const sized = /^(bytes|u?int)([1-9][0-9]{0,2})$/.exec(type)
  if (!sized) return false
  const size = Number(sized[2])
  return sized[1] === 'bytes' ? size <= 32 : size <= 256 && size % 8 === 0
}

/** Splits `Item[2][]` into `Item` and its last dimension; null when it is no array. */
function arrayOf(type: string): { item: string; length: number | null } | null {
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
function parseTypes(input: PlainObject, primaryType: string): TypedDataTypes {
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
function parseValue(
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
function parseStruct(
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

function digestOf(input: unknown): Uint8Array {
  const { types, primaryType, domain, message } = parseTypedData(input)
  return keccak_256(
    concatBytes(
      Uint8Array.of(0x19, 0x01),
      hashStruct(types, 'EIP712Domain', domain),
      hashStruct(types, primaryType, message),
    ),
  )
}

/**
 * The hash that a signature of typed data signs (EIP-712, EIP-191 version 0x01).
 *
 * @param input what {@link parseTypedData} accepts
 * @throws InvalidTypedDataError
 * @example hashTypedData(JSON.parse(text)) // '0xbe60…'
 */
export const hashTypedData = (input: unknown): Hex => bytesToHex(digestOf(input))

/**
 * Signs typed data for `eth_signTypedData_v4` (EIP-712) and says which hash it signed.
 * Whether the domain's `chainId` is the active network is for the caller to check.
 *
 * @param privateKey 32 bytes; stays the caller's to zero
 * @param input what {@link parseTypedData} accepts
 * @returns 65 bytes r ‖ s ‖ v in hex, v being 27 or 28; and the hash
 * @throws InvalidTypedDataError, InvalidPrivateKeyError
 * @example const { signature, hash } = signTypedData(account.privateKey, JSON.parse(text))
 */
export function signTypedData(privateKey: Uint8Array, input: unknown): { signature: Hex; hash: Hex } {
  const digest = digestOf(input)
  return { signature: signatureToHex(signDigest(privateKey, digest)), hash: bytesToHex(digest) }
}
