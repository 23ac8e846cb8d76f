import { AbiCoder, concat, id, keccak256 } from 'ethers'
import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import type { TypedNode } from './model.ts'
import { parseTypedDataRequest, treeOf } from './typedData.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const context = { chainId: 1, address }
const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
const mail = {
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1 as unknown,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  types: {
    EIP712Domain: domainType,
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}
const parse = (document: unknown) => parseTypedDataRequest([address, document], context)
const reasonOf = (document: unknown) => {
  try {
    parse(document)
  } catch (error) {
    return (error as { data?: { reason?: string } }).data?.reason
  }
  return 'passed'
}
/** A document with one struct of one member. */
const one = (type: string, value: unknown) => ({
  domain: { name: 'x' },
  types: { T: [{ name: 'x', type }] },
  primaryType: 'T',
  message: { x: value },
})

const tooManyTypes = {
  domain: { name: 'x' },
  types: Object.fromEntries(
    Array.from({ length: 130 }, (_, i) => [
      `T${i}`,
      [{ name: 'x', type: i === 129 ? 'bool' : `T${i + 1}[]` }],
    ]),
  ),
  primaryType: 'T0',
  message: { x: [] },
}

describe('EIP-712', () => {
  test('the example of the standard has its hash', () => {
    expect(parse(mail).hash).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
    expect(parse(JSON.stringify(mail)).hash).toBe(parse(mail).hash)
  })

  test.each([1, '1', '0x1'])('takes the chain id as %j', (chainId) => {
    expect(parse({ ...mail, domain: { ...mail.domain, chainId } }).hash).toBe(parse(mail).hash)
  })

  test('is frozen to the last leaf', () => {
    const parsed = parse(mail)
    expect(Object.isFrozen(parsed.message.from)).toBe(true)
    expect(Object.isFrozen(parsed.types.Mail)).toBe(true)
  })

  test.each<[string, unknown, string]>([
    ['extra key', { ...mail, message: { ...mail.message, extra: 1 } }, 'memberMismatch'],
    ['missing key', { ...mail, message: { from: mail.message.from, to: mail.message.to } }, 'memberMismatch'],
    [
      'nested extra key',
      { ...mail, message: { ...mail.message, to: { ...mail.message.to, a: 1 } } },
      'memberMismatch',
    ],
    ['extra top-level key', { ...mail, note: 'x' }, 'unknownField'],
    ['another network', { ...mail, domain: { ...mail.domain, chainId: 2 } }, 'wrongNetwork'],
    [
      'contract without network',
      {
        ...mail,
        domain: { verifyingContract: mail.domain.verifyingContract },
        types: { ...mail.types, EIP712Domain: [domainType[3]] },
      },
      'domainWithoutNetwork',
    ],
    [
      'domain type and object differ',
      { ...mail, types: { ...mail.types, EIP712Domain: domainType.slice(0, 3) } },
      'domainType',
    ],
    ['unknown domain field', { ...mail, domain: { ...mail.domain, host: 'x' } }, 'domainField'],
    ['primary type not there', { ...mail, primaryType: 'Letter' }, 'primaryType'],
    ['domain as primary type', { ...mail, primaryType: 'EIP712Domain' }, 'primaryType'],
    ['a name of Solidity alone', { ...mail, types: { $: domainType }, primaryType: '$' }, 'typeName'],
    ['a member of Solidity alone', { ...mail, types: { Mail: [{ name: '$', type: 'bool' }] } }, 'memberName'],
    ['prototype name as type', { ...mail, primaryType: 'constructor' }, 'primaryType'],
    ['alias of another width', one('uint ', '1'), 'unknownType'],
    ['too large for an alias', one('uint', String(2n ** 256n)), 'integerRange'],
    [
      'a list as primary type',
      { ...mail, types: { ...mail.types, 'Mail[]': domainType }, primaryType: 'Mail[]' },
      'primaryType',
    ],
    [
      'the domain as a member',
      { ...mail, types: { ...mail.types, Mail: [{ name: 'd', type: 'EIP712Domain' }] } },
      'types',
    ],
    ['a struct that needs itself and has no end', one('T', { x: {} }), 'memberMismatch'],
    ['too many types', tooManyTypes, 'types'],
    ['width', one('uint12', '1'), 'unknownType'],
    ['bytes33', one('bytes33', '0x'), 'unknownType'],
    [
      'struct named like an atomic type',
      {
        domain: { name: 'x' },
        types: { address: [{ name: 'x', type: 'bool' }] },
        primaryType: 'address',
        message: {},
      },
      'typeName',
    ],
    [
      'member twice',
      {
        domain: { name: 'x' },
        types: {
          T: [
            { name: 'x', type: 'bool' },
            { name: 'x', type: 'bool' },
          ],
        },
        primaryType: 'T',
        message: { x: true },
      },
      'memberTwice',
    ],
    [
      'member name',
      {
        domain: { name: 'x' },
        types: { T: [{ name: 'x)', type: 'bool' }] },
        primaryType: 'T',
        message: { 'x)': true },
      },
      'memberName',
    ],
    ['too large', one('uint8', '256'), 'integerRange'],
    ['negative', one('uint8', -1), 'integerRange'],
    ['too small', one('int8', '-129'), 'integerRange'],
    ['unsafe number', one('uint256', 2 ** 53), 'integer'],
    ['fraction', one('uint256', 1.5), 'integer'],
    ['leading zero', one('uint256', '01'), 'integer'],
    ['boolean as text', one('bool', 'true'), 'bool'],
    ['bytes size', one('bytes4', '0x00'), 'bytesSize'],
    ['odd hex', one('bytes', '0x0'), 'bytes'],
    ['array length', one('bool[2]', [true]), 'arrayLength'],
    ['not an array', one('bool[]', { length: 0 }), 'array'],
    ['sparse array', one('bool[]', new Array(2)), 'bool'],
    ['lone surrogate', one('string', '\ud800'), 'string'],
    ['empty domain', { ...one('bool', true), domain: {} }, 'domainEmpty'],
    [
      'a member of an empty struct',
      { ...one('E', { a: 1 }), types: { T: [{ name: 'x', type: 'E' }], E: [] } },
      'memberMismatch',
    ],
    [
      'a struct that is no list',
      { ...one('E', {}), types: { T: [{ name: 'x', type: 'E' }], E: {} } },
      'types',
    ],
    ['null struct', { ...mail, message: null }, 'struct'],
    ['text that is not JSON', '{', 'json'],
    ['too long', one('string', 'x'.repeat(140_000)), 'typedDataTooLong'],
  ])('refuses: %s', (_, document, reason) => expect(reasonOf(document)).toBe(reason))

  test('takes 32 levels and refuses 33, of structs and of lists', () => {
    const structs = (levels: number) => {
      const types = Object.fromEntries(
        Array.from({ length: levels }, (_, i) => [
          `T${i}`,
          [{ name: 'x', type: i === levels - 1 ? 'bool' : `T${i + 1}` }],
        ]),
      )
      let message: unknown = true
      for (let level = 0; level < levels; level++) message = { x: message }
      return { domain: { name: 'x' }, types, primaryType: 'T0', message }
    }
    const lists = (levels: number) => {
      let value: unknown = true
      for (let level = 0; level < levels; level++) value = [value]
      return one(`bool${'[]'.repeat(levels)}`, value)
    }
    expect([structs(32), structs(33), lists(31), lists(32)].map(reasonOf)).toEqual([
      'passed',
      'tooDeep',
      'passed',
      'tooDeep',
    ])
    expect(reasonOf(one(`bool${'[]'.repeat(33)}`, []))).toBe('tooDeep')
  })

  test('takes what MetaMask takes: unused types, recursive and empty structs, the short names of integers', () => {
    const types = {
      Node: [
        { name: 'children', type: 'Node[]' },
        { name: 'weight', type: 'uint' },
        { name: 'shift', type: 'int' },
        { name: 'none', type: 'Empty' },
      ],
      Empty: [],
    }
    const leaf = { children: [], weight: '1', shift: -1, none: {} }
    const document = { domain: { name: 'x', chainId: 1 }, types, primaryType: 'Node', message: leaf }
    const unused = { 'Nobody’s': 'business', Spare: [{ name: 'x', type: 'Nowhere' }] }
    const parsed = parse({
      ...document,
      types: { ...types, ...unused },
      message: { ...leaf, children: [leaf] },
    })
    expect(Object.keys(parsed.types)).toEqual(['Node', 'Empty', 'EIP712Domain'])
    expect(parsed.json).not.toContain('Spare')
    expect(parse(parsed.json).hash).toBe(parsed.hash)
    expect(treeOf(parsed)).toMatchObject({
      children: [
        { name: 'children', children: [{ name: '0', children: [{}, {}, {}, {}] }] },
        { name: 'weight', type: 'uint', value: '1' },
        { name: 'shift', type: 'int', value: '-1' },
        { name: 'none', type: 'Empty', children: [] },
      ],
    })
  })

  test('the short names of integers stay in the type’s hash, and their values have 256 bits', () => {
    const encode = (types: string[], values: unknown[]) => AbiCoder.defaultAbiCoder().encode(types, values)
    const struct = (name: string, types: string[], values: unknown[]) =>
      keccak256(encode(['bytes32', ...types], [id(name), ...values]))
    const domain = struct('EIP712Domain(string name)', ['bytes32'], [id('x')])
    const list = keccak256(encode(['int256', 'int256'], [-1, 2]))
    const message = struct('T(uint x,int[] y)', ['uint256', 'bytes32'], [7, list])
    const types = {
      T: [
        { name: 'x', type: 'uint' },
        { name: 'y', type: 'int[]' },
      ],
    }
    const document = { domain: { name: 'x' }, types, primaryType: 'T', message: { x: 7, y: ['-1', 2] } }
    expect(parse(document).hash).toBe(keccak256(concat(['0x1901', domain, message])))
  })

  test.each<[unknown, string, string]>([
    [{ ...mail, message: { ...mail.message, to: { name: 'Bob' } } }, 'Mail.to.wallet', 'address'],
    [
      { ...mail, message: { ...mail.message, from: { ...mail.message.from, name: 1 } } },
      'Mail.from.name',
      'string',
    ],
    [{ ...mail, message: { ...mail.message, to: { ...mail.message.to, age: 1 } } }, 'Mail.to.age', 'Person'],
    [one('uint8[]', [1, 256]), 'T.x[1]', 'uint8'],
    [one('address', '0x52908400098527886E0F7030069857D2E4169eE7'), 'T.x', 'address'],
    [one('Nowhere', 1), 'T.x', 'Nowhere'],
    [{ ...mail, types: { ...mail.types, Person: [{ name: 'a b', type: 'bool' }] } }, 'Person', 'Person'],
    [{ ...mail, domain: { ...mail.domain, chainId: 'one' } }, 'EIP712Domain.chainId', 'uint256'],
  ])('an error names member and type: %#', (document, member, type) => {
    const place = expect.objectContaining({ member, type })
    expect(() => parse(document)).toThrow(expect.objectContaining({ data: place }))
    expect(() => parse(document)).toThrow(`at ${member} (${type}).`)
  })

  test('refuses shared references that unfold without end', () => {
    let value: unknown = [true, true]
    for (let level = 0; level < 5; level++) value = Array(64).fill(value)
    expect(reasonOf(one('bool[][][][][][]', value))).toBe('typedDataTooLong')
  })

  test('refuses another account and other params', () => {
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    expect(() => parseTypedDataRequest([other, mail], context)).toThrow(/not safe/)
    expect(() => parseTypedDataRequest([mail], context)).toThrow(/does not follow/)
  })
})

type Typed = { type: string; value: unknown }
const hexBytes = (size?: number) =>
  fc
    .uint8Array(size === undefined ? { maxLength: 40 } : { minLength: size, maxLength: size })
    .map((bytes) => `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`)
const leaf: fc.Arbitrary<Typed> = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((value) => ({ type: 'uint256', value: String(value) })),
  fc.integer({ min: -128, max: 127 }).map((value) => ({ type: 'int8', value })),
  fc.boolean().map((value) => ({ type: 'bool', value })),
  fc.string({ unit: 'grapheme' }).map((value) => ({ type: 'string', value })),
  hexBytes().map((value) => ({ type: 'bytes', value })),
  hexBytes(7).map((value) => ({ type: 'bytes7', value })),
  hexBytes(20).map((value) => ({ type: 'address', value })),
  fc.array(fc.boolean(), { maxLength: 3 }).map((value) => ({ type: 'bool[]', value })),
)
const inner = fc.array(leaf, { minLength: 1, maxLength: 4 })
const documentOf = (outer: readonly Typed[], nested: readonly Typed[]) => {
  const members = (fields: readonly Typed[]) => fields.map(({ type }, i) => ({ name: `m${i}`, type }))
  const values = (fields: readonly Typed[]) =>
    Object.fromEntries(fields.map(({ value }, i) => [`m${i}`, value]))
  return {
    domain: { name: 'Test', chainId: 1 },
    types: { Outer: [...members(outer), { name: 'inner', type: 'Inner' }], Inner: members(nested) },
    primaryType: 'Outer',
    message: { ...values(outer), inner: values(nested) },
  }
}

/** The message again, from nothing but what the screen shows. */
function fromTree(node: TypedNode): unknown {
  if ('value' in node) return node.type === 'bool' ? node.value === 'true' : node.value
  if (node.type.endsWith(']')) return node.children.map(fromTree)
  return Object.fromEntries(node.children.map((child) => [child.name, fromTree(child)]))
}

describe('what is shown is what is signed', () => {
  test('the tree gives back the hash, and the hash is viem’s for the input', () => {
    fc.assert(
      fc.property(inner, inner, (outer, nested) => {
        const document = documentOf(outer, nested)
        const parsed = parse(document)
        const again = parse({ ...document, message: fromTree(treeOf(parsed)) })
        expect(again.hash).toBe(parsed.hash)
        expect(hashTypedData(document as unknown as Parameters<typeof hashTypedData>[0])).toBe(parsed.hash)
        expect(parse(parsed.json).hash).toBe(parsed.hash)
      }),
      { numRuns: 150 },
    )
  })

  test('whatever comes in, it is parsed or refused by a typed error', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withMap: true }), (value) => {
        expect(['passed', undefined]).not.toContain(reasonOf(value) ?? undefined)
      }),
    )
  })
})
