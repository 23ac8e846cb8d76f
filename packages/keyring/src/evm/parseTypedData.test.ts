import { concatHex, hashStruct, keccak256, hashTypedData as viemHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidTypedDataError } from '../primitives/errors.ts'
import { hashTypedData, parseTypedData } from './signTypedData.ts'

const domainType = [
  { name: 'name', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]
const domain = { name: 'App', chainId: 1 }

/** Valid typed data with one struct `A` of the given members. */
const withMembers = (
  members: Record<string, string>,
  message: unknown,
  more: Record<string, unknown> = {},
) => ({
  types: {
    EIP712Domain: domainType,
    A: Object.entries(members).map(([name, type]) => ({ name, type })),
    ...more,
  },
  primaryType: 'A',
  domain,
  message,
})
const valid = withMembers({ x: 'uint8' }, { x: 1 })
const members = (type: string) => [{ name: 'b', type }]
const refusal = (input: unknown): string => {
  try {
    parseTypedData(input)
  } catch (error) {
    if (error instanceof InvalidTypedDataError) return error.details ?? ''
    throw error
  }
  return 'accepted'
}

test('the plain case is accepted, and values come back normalised', () => {
  expect(parseTypedData(valid).message).toEqual({ x: 1n })
  expect(parseTypedData(valid).domain).toEqual({ name: 'App', chainId: 1n })
})

describe('refuses the frame of the data:', () => {
  const { message: _message, ...withoutMessage } = valid
  test.each([
    ['no object', null],
    ['text', JSON.stringify(valid)],
    ['a list', [valid]],
    ['a missing part', withoutMessage],
    ['a part more', { ...valid, metadata: {} }],
    ['types that are a list', { ...valid, types: [] }],
    ['a primary type that is no text', { ...valid, primaryType: ['A'] }],
    ['a primary type that is not there', { ...valid, primaryType: 'B' }],
    ['a primary type of the prototype', { ...valid, primaryType: 'toString' }],
    ['an array as primary type', { ...valid, primaryType: 'A[]' }],
    ['the domain as primary type', { ...valid, primaryType: 'EIP712Domain' }],
    ['a class in place of an object', { ...valid, message: new Map([['x', 1]]) }],
    ['a message that is a list', { ...valid, message: [1] }],
    ['a message that is null', { ...valid, message: null }],
  ])('%s', (_, input) => {
    expect(() => parseTypedData(input)).toThrow(InvalidTypedDataError)
  })
})

describe('refuses the domain:', () => {
  const withDomain = (type: unknown, value: unknown) => ({
    ...valid,
    types: { ...valid.types, EIP712Domain: type },
    domain: value,
  })
  test.each([
    ['no type for it', { ...valid, types: { A: valid.types.A } }],
    ['an empty type', withDomain([], {})],
    ['a key that the type lacks', withDomain(domainType, { ...domain, version: '1' })],
    ['a member without a value', withDomain(domainType, { name: 'App' })],
    [
      'a member that no domain has',
      withDomain([{ name: 'owner', type: 'address' }], { owner: `0x${'0'.repeat(40)}` }),
    ],
    ['a chainId of another type', withDomain([{ name: 'chainId', type: 'string' }], { chainId: '1' })],
    [
      'a contract that is no address',
      withDomain([{ name: 'verifyingContract', type: 'address' }], { verifyingContract: 'x' }),
    ],
  ])('%s', (_, input) => {
    expect(() => parseTypedData(input)).toThrow(InvalidTypedDataError)
  })
})

describe('refuses the types:', () => {
  test.each([
    ['a struct that contains itself', withMembers({ a: 'A' }, {})],
    ['a circle of two that has no end', withMembers({ b: 'B' }, { b: {} }, { B: members('A') })],
    ['a type nobody uses', withMembers({ x: 'uint8' }, { x: 1 }, { B: members('bool') })],
    ['an unknown type', withMembers({ x: 'C' }, { x: 1 })],
    ['a member of the domain type', withMembers({ x: 'EIP712Domain' }, { x: domain })],
    ['a struct named as a built-in', withMembers({ x: 'uint8' }, { x: 1 }, { address: members('bool') })],
    ['a struct with a malformed name', withMembers({ x: 'B(' }, { x: 1 }, { 'B(': members('bool') })],
    ['a value of a struct without members', withMembers({}, { x: 1 })],
    ['a struct that is no list', withMembers({ x: 'B' }, { x: {} }, { B: {} })],
    [
      'a member with a key more',
      { ...valid, types: { ...valid.types, A: [{ name: 'x', type: 'uint8', note: '' }] } },
    ],
    ['a malformed member name', withMembers({ 'x,uint8 y': 'uint8' }, { 'x,uint8 y': 1 })],
    ['a member twice', { ...valid, types: { ...valid.types, A: [...valid.types.A, ...valid.types.A] } }],
    ['a type that is no text', { ...valid, types: { ...valid.types, A: [{ name: 'x', type: 8 }] } }],
    ['an array of no length', withMembers({ x: 'uint8[0]' }, { x: [] })],
    ['a malformed array', withMembers({ x: 'uint8[-1]' }, { x: [] })],
    ['33 dimensions', withMembers({ x: `bool${'[]'.repeat(33)}` }, { x: [] })],
    [
      'a struct with the short name of an integer',
      withMembers({ x: 'uint8' }, { x: 1 }, { uint: members('bool') }),
    ],
    ...['uint7', 'uint264', 'int0', 'bytes0', 'bytes33', 'fixed', 'function', 'Uint8', 'uint08'].map(
      (type): [string, unknown] => [`the type ${type}`, withMembers({ x: type }, { x: 1 })],
    ),
  ])('%s', (_, input) => {
    expect(() => parseTypedData(input)).toThrow(InvalidTypedDataError)
  })

  test('with the reason that fits', () => {
    const twice = { ...valid, types: { ...valid.types, A: [...valid.types.A, ...valid.types.A] } }
    expect(refusal(twice)).toBe('types.A: two members have one name')
    expect(refusal(withMembers({ x: 'EIP712Domain' }, {}))).toBe('types.A.x: has an unknown type')
  })

  test('33 levels, while 32 are accepted', () => {
    const nested = (levels: number) => {
      const structs = Object.fromEntries(
        Array.from({ length: levels }, (_, at) => [
          `S${at}`,
          [{ name: 'x', type: at === levels - 1 ? 'bool' : `S${at + 1}` }],
        ]),
      )
      let message: unknown = true
      for (let at = 0; at < levels; at++) message = { x: message }
      return { types: { EIP712Domain: domainType, ...structs }, primaryType: 'S0', domain, message }
    }
    expect(refusal(nested(32))).toBe('accepted')
    expect(refusal(nested(33))).toMatch(/: is nested too deep$/)
    let list: unknown = true
    for (let level = 0; level < 31; level++) list = [list]
    expect(refusal(withMembers({ x: `bool${'[]'.repeat(31)}` }, { x: list }))).toBe('accepted')
    expect(refusal(withMembers({ x: `bool${'[]'.repeat(32)}` }, { x: [list] }))).toMatch(
      /: is nested too deep$/,
    )
  })
})

describe('refuses the value', () => {
  const lone = '\ud800'
  const cases: readonly (readonly [string, unknown])[] = [
    ['uint8', 256],
    ['uint', (2n ** 256n).toString()],
    ['int', (2n ** 255n).toString()],
    ['uint8', -1],
    ['uint8', '256'],
    ['uint8', '0x100'],
    ['int8', 128],
    ['int8', -129],
    ['uint256', 1.5],
    ['uint256', 2 ** 53],
    ['uint256', '01'],
    ['uint256', '1e3'],
    ['uint256', ' 1'],
    ['uint256', ''],
    ['uint256', '0x'],
    ['uint256', '-0'],
    ['uint256', (2n ** 256n).toString()],
    ['uint256', true],
    ['uint256', null],
    ['uint256', [1]],
    ['bool', 1],
    ['bool', 'true'],
    ['address', '0x'],
    ['address', `0x${'a'.repeat(39)}`],
    ['address', '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD827'],
    ['bytes4', '0x010203'],
    ['bytes4', '0x0102030405'],
    ['bytes', '0x1'],
    ['bytes', 'ff'],
    ['string', 1],
    ['string', lone],
    ['string', undefined],
    ['uint8[]', 1],
    ['uint8[]', { 0: 1, length: 1 }],
    ['uint8[2]', [1]],
    ['uint8[2]', [1, 2, 3]],
    ['uint8[2][]', [[1]]],
    ['uint8[]', Array(3)],
  ]
  test.each(cases)('of %s: %j', (type, value) => {
    expect(refusal(withMembers({ x: type }, { x: value }))).toMatch(/^message\.x/)
  })

  test('that is shared so often that it would take for ever', () => {
    let value: unknown = [true, true]
    for (let level = 0; level < 7; level++) value = Array(64).fill(value)
    expect(refusal(withMembers({ x: `bool${'[]'.repeat(8)}` }, { x: value }))).toBe(
      'message: has too many values',
    )
  })

  test('and says where, but not what', () => {
    const details = refusal(
      withMembers({ list: 'B[]' }, { list: [{ b: true }, { b: 'secret' }] }, { B: members('bool') }),
    )
    expect(details).toBe('message.list[1].b: must be true or false')
  })
})

test('the short names of integers stay in the type’s hash, and their values have 256 bits', () => {
  const input = withMembers({ x: 'uint', y: 'int[]' }, { x: 7, y: ['-1', 2] })
  const { message, types } = input
  const struct = (name: string, data: object) =>
    hashStruct({ primaryType: name, data, types } as unknown as Parameters<typeof hashStruct>[0])
  const parts = concatHex(['0x1901', struct('EIP712Domain', domain), struct('A', message as object)])
  expect(hashTypedData(input)).toBe(keccak256(parts))
})

test('a struct may need itself, and may be empty; values come to an end', () => {
  const input = withMembers(
    { again: 'A[]', none: 'B' },
    { again: [{ again: [], none: {} }], none: {} },
    { B: [] },
  )
  expect(hashTypedData(input)).toBe(viemHash(input as never))
  let message: unknown = { a: [] }
  for (let level = 0; level < 3_000; level++) message = { a: [message] }
  expect(refusal(withMembers({ a: 'A[]' }, message))).toMatch(/: is nested too deep$/)
})

test('members named after the prototype are members like any other', () => {
  const input = JSON.parse(
    JSON.stringify(withMembers({ constructor: 'bool' }, { constructor: true })).replaceAll(
      'constructor',
      '__proto__',
    ),
  )
  const { message } = parseTypedData(input)
  expect(Object.getOwnPropertyNames(message)).toEqual(['__proto__'])
  expect(hashTypedData(input)).toMatch(/^0x[0-9a-f]{64}$/)
  expect(() => parseTypedData(withMembers({ constructor: 'bool' }, {}))).toThrow(InvalidTypedDataError)
})

test('later changes of the input do not reach what was parsed', () => {
  const input = structuredClone(valid)
  const parsed = parseTypedData(input)
  ;(input.message as { x: number }).x = 2
  expect(parsed.message).toEqual({ x: 1n })
})
