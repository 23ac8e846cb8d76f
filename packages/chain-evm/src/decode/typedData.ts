import { deepFreeze } from '@latchkey/std/deepFreeze'
import { concatHex, type Hex, hashStruct, keccak256 } from 'viem'
import { parseAddress } from './address.ts'
import { located, malformed, refuse } from './errors.ts'
import type {
  TypedDataRequest,
  TypedDomain,
  TypedMember,
  TypedNode,
  TypedShape,
  TypedTypes,
  TypedValue,
} from './model.ts'
import { maxTypedDepth, readMembers, readTypes, typedShapeOf } from './typedDataTypes.ts'

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
const readTypedValue = (value: unknown, type: string, types: TypedTypes): TypedValue =>
  readPlaced({ types, values: maxValues, depth: 0 }, value, type, type)

const domainMembers: readonly TypedMember[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** What the signer takes in one request. */
const maxBytes = 131_072

type Fields = Record<string, unknown>

function readDocument(value: unknown): Fields {
  let document = value
  if (typeof document === 'string') {
    if (new TextEncoder().encode(document).length > maxBytes) malformed('typedDataTooLong')
    try {
      document = JSON.parse(document)
    } catch {
      return malformed('json')
    }
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return malformed('typedData')
  const extra = Object.keys(document).find(
    (key) => !['domain', 'types', 'primaryType', 'message'].includes(key),
  )
  if (extra !== undefined) malformed('unknownField', extra)
  return document as Fields
}

/** The `EIP712Domain` type that goes with a domain object: the one given, or the standard's order of what is there. */
function domainTypeOf(domain: Fields, types: Fields): readonly TypedMember[] {
  const keys = Object.keys(domain)
  const standard = domainMembers.filter(({ name }) => keys.includes(name))
  if (standard.length !== keys.length) malformed('domainField')
  // Bound to nothing at all, a signature could be used by anyone for anything.
  if (keys.length === 0) malformed('domainEmpty')
  if (!Object.hasOwn(types, 'EIP712Domain')) return standard
  const given = located('EIP712Domain', 'EIP712Domain', () => readMembers('EIP712Domain', types.EIP712Domain))
  const matches =
    given.length === keys.length &&
    given.every(({ name, type }) => standard.some((member) => member.name === name && member.type === type))
  return matches ? given : malformed('domainType')
}

function readDomain(domain: Fields, types: TypedTypes, activeChainId: number): TypedDomain {
  const read = readTypedValue(domain, 'EIP712Domain', types) as Record<string, string>
  const { chainId, ...rest } = read
  if (chainId === undefined) {
    if (rest.verifyingContract !== undefined) refuse('domainWithoutNetwork')
    return rest as TypedDomain
  }
  if (chainId !== String(activeChainId)) refuse('wrongNetwork')
  return { ...rest, chainId: activeChainId } as TypedDomain
}

function readObject(value: unknown, reason: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed(reason)
  return value as Fields
}

/** JSON that another parser reads as the same: every integer is text but the chain id. */
function toJson(
  domain: TypedDomain,
  types: TypedTypes,
  primaryType: string,
  message: TypedDataRequest['message'],
): string {
  const json = JSON.stringify({ domain, types, primaryType, message })
  return new TextEncoder().encode(json).length > maxBytes ? malformed('typedDataTooLong') : json
}

/**
 * Reads the params of `eth_signTypedData_v4` (EIP-712): no extra or missing keys, at most 32 levels and 128 KiB, and the
 * domain's chain id is the active network's. Types that nothing needs are left out of what is signed and shown.
 *
 * @param context the active network and the account that must sign
 * @throws MalformedRequestError, with `member` and `type` of its data where one value or type does not fit; or
 *   UnsafeRequestError with reason `wrongNetwork`, `domainWithoutNetwork` or `wrongAccount`
 * @example
 * parseTypedDataRequest([address, typedData], { chainId: 1, address }).hash
 */
export function parseTypedDataRequest(
  params: readonly unknown[],
  context: { chainId: number; address: string },
): TypedDataRequest {
  if (params.length !== 2) malformed('paramCount')
  const address = parseAddress(params[0])
  if (address.toLowerCase() !== context.address.toLowerCase()) refuse('wrongAccount')
  const document = readDocument(params[1])
  const { primaryType } = document
  if (typeof primaryType !== 'string' || primaryType === 'EIP712Domain') return malformed('primaryType')
  const given = readObject(document.types, 'types')
  if (!Object.hasOwn(given, primaryType) || primaryType.endsWith(']')) malformed('primaryType')
  const rawDomain = readObject(document.domain, 'domain')
  const types: TypedTypes = {
    ...readTypes(given, primaryType),
    EIP712Domain: domainTypeOf(rawDomain, given),
  }
  const domain = readDomain(rawDomain, types, context.chainId)
  const message = readTypedValue(document.message, primaryType, types) as TypedDataRequest['message']
  const json = toJson(domain, types, primaryType, message)
  return deepFreeze({ address, domain, types, primaryType, message, json, hash: hashOf(json) })
}

type Parsed = { domain: Fields; message: Fields; types: Record<string, TypedMember[]>; primaryType: string }

/**
 * Hashes what the signer gets, so that both start from the same bytes (EIP-712). Not `hashTypedData`: it takes no `uint`,
 * and everything that it checks has been read more strictly.
 */
function hashOf(json: string): Hex {
  const { domain, message, primaryType, types } = JSON.parse(json) as Parsed
  return keccak256(
    concatHex([
      '0x1901',
      hashStruct({ data: domain, primaryType: 'EIP712Domain', types }),
      hashStruct({ data: message, primaryType, types }),
    ]),
  )
}

function nodeOf(name: string, type: string, value: TypedValue, types: TypedTypes): TypedNode {
  const shape = typedShapeOf(type, types)
  if (shape.kind === 'array') {
    const items = value as readonly TypedValue[]
    return {
      name,
      type,
      children: items.map((item, index) => nodeOf(String(index), shape.item, item, types)),
    }
  }
  if (shape.kind === 'struct') {
    const fields = value as { readonly [name: string]: TypedValue }
    const members = types[shape.name] ?? []
    return {
      name,
      type,
      children: members.map((member) =>
        nodeOf(member.name, member.type, fields[member.name] as TypedValue, types),
      ),
    }
  }
  return { name, type, value: String(value) }
}

/** The message of typed data in the order of its types: every leaf that is signed, and nothing else. */
export function treeOf({ primaryType, message, types }: TypedDataRequest): TypedNode {
  return nodeOf(primaryType, primaryType, message, types)
}
