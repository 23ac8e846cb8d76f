import { domainSeparator } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseTypedDataRequest } from '../typedData.ts'
import { createClearSigner } from './createClearSigner.ts'
import { readDescriptor } from './readDescriptor.ts'
import { snapshot } from './snapshot.ts'
import { callWith, encode, sayWith } from './testing/describeWith.ts'
import { parseUniqueJson } from './testing/parseUniqueJson.ts'
import { account, contract, descriptorOf, field, other } from './testing/sampleDescriptor.ts'

const key = 'pay(address to,uint256 amount)'
const pay = (more: object = {}) => ({
  intent: 'Pay',
  fields: [field('to', 'addressName'), field('amount', 'raw')],
  ...more,
})
const good = descriptorOf({ [key]: pay() })
const data = encode(key, [other, 5n])
const amount = (over: object) =>
  descriptorOf({
    [key]: pay({ fields: [field('to', 'addressName'), { ...field('amount', 'raw'), ...over }] }),
  })
const withMetadata = (metadata: object) => descriptorOf({ [key]: pay() }, { metadata })

test('the descriptor that the others differ from speaks', () => {
  expect(sayWith([good], data)?.intent).toBe('Pay')
})

describe('a descriptor that breaks a rule says nothing at all', () => {
  test.each<[string, unknown]>([
    ['no object', 'text'],
    ['null', null],
    [
      'an unknown schema',
      { ...good, $schema: 'https://eips.ethereum.org/assets/eip-7730/erc7730-v3.schema.json' },
    ],
    ['a schema of somebody else', { ...good, $schema: 'https://example.com/erc7730-v2.schema.json' }],
    ['an unknown key', { ...good, script: '' }],
    ['an included file', { ...good, includes: './other.json' }],
    ['no context', { ...good, context: {} }],
    [
      'two contexts',
      { ...good, context: { ...good.context, eip712: { deployments: [{ chainId: 1, address: contract }] } } },
    ],
    ['a context for every contract', { ...good, context: { contract: {} } }],
    ['an empty list of contracts', { ...good, context: { contract: { deployments: [] } } }],
    [
      'a constraint that is not known',
      {
        ...good,
        context: { contract: { deployments: [{ chainId: 1, address: contract }], addressMatcher: 'x' } },
      },
    ],
    [
      'an address with a wrong checksum',
      { ...good, context: { contract: { deployments: [{ chainId: 1, address: contract.toLowerCase() }] } } },
    ],
    [
      'a network in text',
      { ...good, context: { contract: { deployments: [{ chainId: '1', address: contract }] } } },
    ],
    ['no owner', { ...good, metadata: {} }],
    ['words that turn around', withMetadata({ owner: 'Exa\u202Emple' })],
    ['words with a zero-width sign', withMetadata({ constants: { a: 'x\u200By' } })],
    ['words with a line break', withMetadata({ enums: { a: { '1': 'one\ntwo' } } })],
    ['words that are too long', withMetadata({ owner: 'x'.repeat(41) })],
    ['words of spaces', withMetadata({ owner: ' ' })],
    ['impossible decimals', withMetadata({ token: { name: 'X', ticker: 'X', decimals: 77 } })],
    ['negative decimals', withMetadata({ token: { name: 'X', ticker: 'X', decimals: -1 } })],
    ['a key with spaces', descriptorOf({ 'pay(address to, uint256 amount)': pay() })],
    ['a key with an alias', descriptorOf({ 'pay(address to,uint amount)': pay() })],
    ['a key without names', descriptorOf({ 'pay(address,uint256)': pay() })],
    ['a key that is a selector', descriptorOf({ '0x12345678': pay() })],
    ['a key with a name twice', descriptorOf({ 'pay(address to,uint256 to)': pay() })],
    ['a key that is no function', descriptorOf({ 'pay(address to,uint256 amount) returns (bool)': pay() })],
    ['two keys of one function', descriptorOf({ [key]: pay(), 'pay(address who,uint256 amount)': pay() })],
    ['an unknown format', amount({ format: 'html' })],
    ['a format of prototypes', amount({ format: 'constructor' })],
    ['a parameter that the format does not take', amount({ params: { token: contract } })],
    ['an encrypted field', amount({ encryption: { scheme: 'fhevm' } })],
    ['a field without a label', amount({ label: undefined })],
    ['a field of two values', amount({ value: 5 })],
    ['a path into the descriptor', amount({ path: '$.metadata.owner' })],
    ['a path without dots', amount({ path: 'list[0]' })],
    ['a path with a step', amount({ path: 'list.[0:4:2]' })],
    ['a path of prototypes', amount({ path: '__proto__.[x]' })],
    ['a path that is too long', amount({ path: 'a.'.repeat(20) })],
    ['a reference to nothing', amount({ format: undefined, $ref: '$.display.definitions.nothing' })],
    ['a reference to a prototype', amount({ format: undefined, $ref: '$.display.definitions.constructor' })],
    ['a reference to somewhere else', amount({ format: undefined, $ref: '$.metadata.owner' })],
    [
      'an enumeration that is not there',
      amount({ format: 'enum', params: { $ref: '$.metadata.enums.none' } }),
    ],
    [
      'an enumeration of prototypes',
      amount({ format: 'enum', params: { $ref: '$.metadata.enums.toString' } }),
    ],
    ['a rule of visibility that is not known', amount({ visible: { mustBe: [0] } })],
    ['two rules of visibility', amount({ visible: { ifNotIn: [0], mustMatch: [0] } })],
    ['lists of version 1 in version 2', descriptorOf({ [key]: pay({ excluded: ['to'] }) })],
    [
      'visibility of version 2 in version 1',
      descriptorOf(
        { [key]: pay({ fields: [field('to', 'raw', undefined, { visible: 'never' })] }) },
        { version: 1 },
      ),
    ],
    ['a complex intent', descriptorOf({ [key]: pay({ intent: { Native: 'Pay' } }) })],
    ['no intent', descriptorOf({ [key]: pay({ intent: undefined }) })],
    [
      'too many fields',
      descriptorOf({ [key]: pay({ fields: Array.from({ length: 61 }, () => field('to', 'raw')) }) }),
    ],
  ])('%s', (_, document) => {
    expect(() => readDescriptor(document)).toThrow()
    expect(sayWith([document], data)).toBeNull()
  })

  test('a definition that leads to itself', () => {
    const loop = { $ref: '$.display.definitions.a', label: 'X' }
    const fields = [{ path: 'to', $ref: '$.display.definitions.a' }]
    const document = descriptorOf({ [key]: pay({ fields }) }, { definitions: { a: loop } })
    expect(() => readDescriptor(document)).toThrow()
  })

  test('groups without end', () => {
    let fields: unknown[] = [field('to', 'raw')]
    for (let depth = 0; depth < 50; depth += 1) fields = [{ fields }]
    expect(() => readDescriptor(descriptorOf({ [key]: pay({ fields }) }))).toThrow()
  })

  test('a key twice in the text', () => {
    expect(() => parseUniqueJson('{"a": {"b": 1, "b": 2}}')).toThrow(SyntaxError)
    expect(() => parseUniqueJson('{"a": 1, "\\u0061": 2}')).toThrow(SyntaxError)
    expect(parseUniqueJson('{"a": [{"b": 1}, {"b": "{\\"b\\": ,"}]}')).toEqual({
      a: [{ b: 1 }, { b: '{"b": ,' }],
    })
  })
})

describe('data that a descriptor does not cover wholly stays unread', () => {
  const silent = (document: unknown, bytes = data, options = {}) =>
    expect(callWith([document], bytes, options).kind).toBe('unknown')

  test('an argument that nothing speaks of', () =>
    silent(descriptorOf({ [key]: pay({ fields: [field('to', 'raw')] }) })))
  test('a path to nothing', () => silent(amount({ path: 'amounts' })))
  test('an index out of range', () => silent(amount({ path: 'amount.[5]' })))
  test('a required path that is not shown', () => {
    const fields = [field('to', 'raw')]
    silent(
      descriptorOf({ [key]: pay({ fields, required: ['amount'], excluded: ['amount'] }) }, { version: 1 }),
    )
  })
  test('money that nothing speaks of', () => silent(good, data, { value: 1n }))
  test('money that is kept out of sight', () => {
    const fields = [...pay().fields, field('@.value', 'amount', undefined, { visible: 'never' })]
    silent(descriptorOf({ [key]: pay({ fields }) }), data, { value: 1n })
    const hidden = pay({ excluded: ['@.value'] })
    silent(descriptorOf({ [key]: hidden }, { version: 1 }), data, { value: 1n })
  })
  test('another network, contract, or selector', () => {
    silent(good, data, { chainId: 10 })
    silent(good, data, { to: other })
    silent(good, `0x12345678${data.slice(10)}` as typeof data)
  })
  test('bytes that are not the canonical encoding', () => {
    silent(good, data.slice(0, -2) as typeof data)
    silent(good, data.replace(/^(0x.{8})000/, '$1f00') as typeof data)
  })
  test('two descriptors for one call', () => {
    expect(callWith([good, good], data).kind).toBe('unknown')
    expect(callWith([good, descriptorOf({ [key]: pay({ intent: 'Other' }) })], data).kind).toBe('unknown')
  })
  test('a factory that nobody asked', () => {
    const factory = { deployEvent: 'Created(address a)', deployments: [{ chainId: 1, address: other }] }
    const document = descriptorOf({ [key]: pay() }, { context: { contract: { factory } } })
    silent(document)
    const call = { kind: 'unknown', to: contract, value: 0n, data, selector: data.slice(0, 10) } as const
    const signer = createClearSigner(
      [document],
      ({ deployments: [first] }, chainId, address) =>
        first?.address === other && chainId === 1 && address === contract,
    )
    const unread = { ...call, selector: data.slice(0, 10) as typeof data }
    expect(signer.describeCall(unread, { chainId: 1, from: account }).kind).toBe('described')
  })
  test('huge arrays', () => {
    const many = 'pay(address[] to)'
    const document = descriptorOf({ [many]: { intent: 'Pay', fields: [field('to.[]', 'raw')] } })
    expect(callWith([document], encode(many, [Array(40).fill(other)])).kind).toBe('described')
    expect(callWith([document], encode(many, [Array(41).fill(other)])).kind).toBe('unknown')
    expect(callWith([document], encode(many, [Array(5_000).fill(other)])).kind).toBe('unknown')
  })
  test('a bad file beside a good one changes nothing', () => {
    expect(sayWith([{}, null, good, { ...good, $schema: 1 }], data)?.intent).toBe('Pay')
  })
})

describe('typed data', () => {
  const types = {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Vote: [
      { name: 'voter', type: 'address' },
      { name: 'choices', type: 'Choice[]' },
    ],
    Choice: [
      { name: 'id', type: 'uint256' },
      { name: 'why', type: 'string' },
    ],
  }
  const domain = { name: 'Example', chainId: 1, verifyingContract: contract } as const
  const message = { voter: account, choices: [{ id: '7', why: 'good' }] }
  const parse = (over: object = {}) =>
    parseTypedDataRequest([account, { types, domain, primaryType: 'Vote', message, ...over }], {
      chainId: 1,
      address: account,
    })
  const type = 'Vote(address voter,Choice[] choices)Choice(uint256 id,string why)'
  const vote = {
    intent: 'Vote',
    fields: [
      field('voter', 'raw'),
      { path: 'choices.[]', fields: [field('id', 'raw'), field('why', 'raw')] },
    ],
  }
  const bind = (eip712: object) => descriptorOf({ [type]: vote }, { context: { eip712 } })
  const deployments = [{ chainId: 1, address: contract }]
  const speaks = (eip712: object, over?: object) =>
    createClearSigner([bind(eip712)]).describeTypedData(parse(over)) !== null

  test('whose domain matches wholly', () => {
    expect(speaks({ deployments })).toBe(true)
    expect(speaks({ deployments, domain: { name: 'Example' } })).toBe(true)
    expect(speaks({ domain: { chainId: 1, verifyingContract: contract } })).toBe(true)
    expect(speaks({ domainSeparator: domainSeparator({ domain }) })).toBe(true)
    expect(
      speaks({ domainSeparator: '0x0b9b8d1fc9cbd0c8b9ef1ce9a6a1bd8a6ee0c9bba1ff4d0c1c8c1e4d9ac1e7f9' }),
    ).toBe(false)
  })

  test.each<[string, object, object | undefined]>([
    ['another name', { deployments, domain: { name: 'Other' } }, undefined],
    ['a version that is not there', { deployments, domain: { version: '1' } }, undefined],
    ['another contract', { deployments: [{ chainId: 1, address: other }] }, undefined],
    ['another network', { deployments: [{ chainId: 10, address: contract }] }, undefined],
    [
      'no contract',
      { deployments },
      {
        domain: { name: 'Example', chainId: 1 },
        types: { ...types, EIP712Domain: types.EIP712Domain.slice(0, 2) },
      },
    ],
    [
      'another type',
      { deployments },
      {
        types: { ...types, Choice: [types.Choice[0], { name: 'why', type: 'bytes' }] },
        message: { ...message, choices: [{ id: '7', why: '0x' }] },
      },
    ],
    ['another order of members', { deployments }, { types: { ...types, Vote: types.Vote.toReversed() } }],
  ])('%s', (_, eip712, over) => expect(speaks(eip712, over)).toBe(false))

  test('a context of a name alone is refused', () => {
    expect(() => readDescriptor(bind({ domain: { name: 'Example' } }))).toThrow()
    expect(() => readDescriptor(bind({ domainSeparator: '0x12' }))).toThrow()
  })

  test('calldata within it is not followed', () => {
    const bytes = 'Run(bytes call)'
    const document = descriptorOf(
      { [bytes]: { intent: 'Run', fields: [field('call', 'calldata', { callee: contract })] } },
      { context: { eip712: { deployments } } },
    )
    const asked = parse({
      types: { EIP712Domain: types.EIP712Domain, Run: [{ name: 'call', type: 'bytes' }] },
      primaryType: 'Run',
      message: { call: data },
    })
    expect(createClearSigner([document]).describeTypedData(asked)).toBeNull()
  })
})

test('a token has the metadata of the build only where exactly one descriptor gives it', () => {
  const { tokenOf, nameOf } = createClearSigner(snapshot.map(({ document }) => document))
  const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
  expect(tokenOf(8453, usdc)).toEqual({ name: 'USD Coin', ticker: 'USDC', decimals: 6 })
  expect(tokenOf(1, usdc)).toBeNull()
  expect(nameOf(8453, usdc)).toBe('USD Coin')
  expect(nameOf(8453, other)).toBeNull()
  const document = snapshot.find(({ file }) => file === 'usdc.json')?.document
  expect(createClearSigner([document, document]).tokenOf(8453, usdc)).toBeNull()
})
