import fc from 'fast-check'
import { getAddress, toHex } from 'viem'

export type Member = { name: string; type: string }
export type Types = Record<string, Member[]>
/** Typed data as a site would hand it over. */
export type TypedDocument = {
  domain: Record<string, unknown>
  types: Types
  primaryType: string
  message: Record<string, unknown>
}

const widths = Array.from({ length: 32 }, (_, index) => index + 1)
const atomic = fc.oneof(
  fc.constantFrom('string', 'bytes', 'bool', 'address'),
  fc.constantFrom(...widths.flatMap((bytes) => [`uint${bytes * 8}`, `int${bytes * 8}`, `bytes${bytes}`])),
)
const array = fc.constantFrom('', '', '', '[]', '[2]', '[][1]', '[3][]')

/** Structs that need only later ones, so that there is no cycle; all of them are needed. */
const arbitraryTypes: fc.Arbitrary<Types> = fc
  .integer({ min: 1, max: 3 })
  .chain((count) => {
    const members = (index: number) =>
      fc
        .array(fc.tuple(atomic, array), { minLength: 1, maxLength: 5 })
        .map((list): Member[] => [
          ...list.map(([type, suffix], place) => ({ name: `m${place}`, type: `${type}${suffix}` })),
          ...(index + 1 < count ? [{ name: 'next', type: `S${index + 1}` }] : []),
        ])
    const link = fc.constantFrom('', '[]', '[2]')
    return fc.tuple(
      fc.tuple(...Array.from({ length: count }, (_, index) => members(index))),
      fc.array(link, { minLength: count, maxLength: count }),
    )
  })
  .map(([structs, links]) =>
    Object.fromEntries(
      structs.map((members, index) => [
        `S${index}`,
        members.map((one) => (one.name === 'next' ? { ...one, type: `${one.type}${links[index]}` } : one)),
      ]),
    ),
  )

/** The forms in which an integer may come. */
const integerForms = (value: bigint): fc.Arbitrary<unknown> =>
  fc.constantFrom<unknown>(
    value.toString(),
    ...(value >= 0n ? [toHex(value)] : []),
    ...(value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER)
      ? [Number(value)]
      : []),
  )

const bytesOf = (size: { minLength: number; maxLength: number }) =>
  fc.uint8Array(size).map((bytes) => toHex(bytes))

const addresses = bytesOf({ minLength: 20, maxLength: 20 }).chain((hex) =>
  fc.constantFrom<unknown>(getAddress(hex), hex),
)

function arbitraryAtomic(type: string): fc.Arbitrary<unknown> {
  const bits = Number(/^u?int([0-9]+)$/.exec(type)?.[1])
  if (type.startsWith('uint')) return fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }).chain(integerForms)
  if (type.startsWith('int')) {
    const half = 2n ** BigInt(bits - 1)
    return fc.bigInt({ min: -half, max: half - 1n }).chain(integerForms)
  }
  if (type === 'bool') return fc.boolean()
  if (type === 'address') return addresses
  if (type === 'string') return fc.string({ unit: 'binary', maxLength: 20 })
  const size = Number(/^bytes([0-9]+)$/.exec(type)?.[1] ?? Number.NaN)
  return Number.isNaN(size)
    ? bytesOf({ minLength: 0, maxLength: 40 })
    : bytesOf({ minLength: size, maxLength: size })
}

/** A value of a type. */
export function arbitraryValue(type: string, types: Types): fc.Arbitrary<unknown> {
  const list = /^(.+)\[([0-9]*)\]$/.exec(type)
  if (list) {
    const length =
      list[2] === '' ? { maxLength: 3 } : { minLength: Number(list[2]), maxLength: Number(list[2]) }
    return fc.array(arbitraryValue(list[1] ?? '', types), length)
  }
  const members = types[type]
  return members === undefined
    ? arbitraryAtomic(type)
    : fc.record(Object.fromEntries(members.map((one) => [one.name, arbitraryValue(one.type, types)])))
}

const domain = fc.record(
  {
    name: fc.string({ maxLength: 12 }),
    version: fc.string({ maxLength: 4 }),
    chainId: fc.constantFrom<unknown>(1, '1', '0x1'),
    verifyingContract: addresses,
    salt: bytesOf({ minLength: 32, maxLength: 32 }),
  },
  { requiredKeys: ['name', 'chainId'] },
)

/** Well-formed typed data for network 1: nested structs, arrays in arrays, every width, every form of an integer. */
export const arbitraryTypedData: fc.Arbitrary<TypedDocument> = fc
  .tuple(arbitraryTypes, domain)
  .chain(([types, made]) =>
    arbitraryValue('S0', types).map((message) => ({
      domain: { ...made },
      types,
      primaryType: 'S0',
      message: message as Record<string, unknown>,
    })),
  )
