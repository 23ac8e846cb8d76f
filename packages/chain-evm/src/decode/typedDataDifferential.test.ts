import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import type { TypedDataRequest, TypedNode } from './model.ts'
import { arbitraryTypedData, type TypedDocument, type Types } from './testing/arbitraryTypedData.ts'
import { parseTypedDataRequest, treeOf } from './typedData.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const parse = (document: unknown) => parseTypedDataRequest([address, document], { chainId: 1, address })

/** The hash of a second library; undefined when it refuses. */
function ethersHash({ domain, types, message }: TypedDocument): string | undefined {
  const { EIP712Domain: _, ...rest } = types
  try {
    return TypedDataEncoder.hash(domain, rest, message)
  } catch {
    return undefined
  }
}

const domainTypes = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

/** The hash of a third; it wants the domain's type spelled out. */
function viemHash({ domain, types, primaryType, message }: TypedDocument): string | undefined {
  const EIP712Domain = Object.entries(domainTypes).flatMap(([name, type]) =>
    name in domain ? [{ name, type }] : [],
  )
  const document = { domain, types: { EIP712Domain, ...types }, primaryType, message }
  try {
    return hashTypedData(document as unknown as Parameters<typeof hashTypedData>[0])
  } catch {
    return undefined
  }
}

function outcome(document: TypedDocument) {
  try {
    return { hash: parse(document).hash as string | undefined, reason: undefined }
  } catch (error) {
    return { hash: undefined, reason: (error as { data?: { reason?: string } }).data?.reason }
  }
}

test('random typed data has the same hash in three implementations', () => {
  fc.assert(
    fc.property(arbitraryTypedData, (document) => {
      const { hash, reason } = outcome(document)
      expect(reason).toBeUndefined()
      expect(hash).toBe(ethersHash(document))
      expect(hash).toBe(viemHash(document))
    }),
    { numRuns: 100 },
  )
})

/** What not every library takes: a struct that needs itself, the short names of integers, a type that nothing needs. */
const loosened = fc
  .tuple(
    arbitraryTypedData,
    fc.subarray(['recursive', 'short', 'unused', 'empty']),
    fc.integer({ min: 0, max: 3 }),
  )
  .map(([document, ways, levels]) => {
    const has = (way: string, member: { name: string; type: string }) => (ways.includes(way) ? [member] : [])
    const S0 = [
      ...(document.types.S0 ?? []),
      ...has('recursive', { name: 'again', type: 'S0[]' }),
      ...has('short', { name: 'short', type: 'uint' }),
      ...has('short', { name: 'signed', type: 'int[1]' }),
      ...has('empty', { name: 'empty', type: 'Empty' }),
    ]
    const more = {
      ...(ways.includes('short') ? { short: levels, signed: [-levels] } : {}),
      ...(ways.includes('empty') ? { empty: {} } : {}),
    }
    const nest = (level: number): Record<string, unknown> => ({
      ...document.message,
      ...more,
      ...(ways.includes('recursive') ? { again: level === 0 ? [] : [nest(level - 1), nest(0)] } : {}),
    })
    const types = {
      ...document.types,
      S0,
      ...(ways.includes('empty') ? { Empty: [] } : {}),
      ...(ways.includes('unused') ? { Unused: [{ name: 'x', type: 'Nowhere' }] } : {}),
    }
    return { document: { ...document, types, message: nest(levels) } as TypedDocument, ways }
  })

test('recursive, short, unused and empty types have viem’s hash, and ethers’ where it takes them', () => {
  fc.assert(
    fc.property(loosened, ({ document, ways }) => {
      const { hash, reason } = outcome(document)
      expect(reason).toBeUndefined()
      expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
      // viem takes no short name, and ethers writes the long one in its place.
      const isShort = ways.includes('short')
      expect(viemHash(document)).toBe(isShort ? undefined : hash)
      if (!isShort) expect(ethersHash(document)).toBe(ways.every((way) => way === 'empty') ? hash : undefined)
      const { json } = parse(document)
      expect(parse(JSON.parse(json)).hash).toBe(hash)
    }),
    { numRuns: 60 },
  )
})

/** One value of a document, somewhere in it, replaced. */
const spoilt = fc
  .tuple(
    arbitraryTypedData,
    fc.nat(),
    fc.constantFrom<unknown>(
      '',
      '0x',
      '0x1',
      'x',
      ' 1',
      '1.0',
      '1e3',
      '-0',
      -1,
      1.5,
      2 ** 60,
      '9'.repeat(90),
      `0x${'f'.repeat(64)}`,
      '0x52908400098527886E0F7030069857D2E4169eE7',
      null,
      true,
      'true',
      [],
      [[]],
      {},
      { a: 1 },
    ),
  )
  .map(([document, place, value]): TypedDocument => {
    const message = structuredClone(document.message)
    const holders: [Record<string, unknown>, string][] = []
    const visit = (at: unknown): void => {
      if (typeof at !== 'object' || at === null) return
      for (const key of Object.keys(at)) {
        holders.push([at as Record<string, unknown>, key])
        visit((at as Record<string, unknown>)[key])
      }
    }
    visit(message)
    const [holder, key] = holders[place % holders.length] ?? [message, 'x']
    holder[key] = value
    return { ...document, message }
  })

test('whatever passes here has the same hash elsewhere; never is something else signed', () => {
  fc.assert(
    fc.property(spoilt, (document) => {
      const { hash } = outcome(document)
      if (hash === undefined) return
      expect(hash).toBe(ethersHash(document))
      expect(hash).toBe(viemHash(document))
    }),
    { numRuns: 300 },
  )
})

const one = (type: string, value: unknown, types: Types = {}): TypedDocument => ({
  domain: { name: 'x', chainId: 1 },
  types: { T: [{ name: 'x', type }], ...types },
  primaryType: 'T',
  message: { x: value },
})
const pair = (message: Record<string, unknown>): TypedDocument => ({
  ...one('uint8', 1),
  types: {
    T: [
      { name: 'x', type: 'uint8' },
      { name: 'y', type: 'string' },
    ],
  },
  message,
})

describe('where this refuses more than other libraries, and why', () => {
  test.each<[string, string, TypedDocument, string]>([
    [
      'a member that is not in the type would be shown and not signed',
      'struct',
      pair({ x: 1, y: '', z: 1 }),
      'memberMismatch',
    ],
    ['a member that is missing would be signed as a default', 'struct', pair({ x: 1 }), 'memberMismatch'],
    ['a number that JavaScript cannot hold is another number', 'unsafe', one('uint64', 2 ** 60), 'integer'],
    ['a number with a leading zero has a second meaning', 'zeros', one('uint8', '01'), 'integer'],
    ['an empty text is no number', 'empty', one('uint8', ''), 'integer'],
    [
      'a wrong checksum is a typing error or a trick',
      'checksum',
      one('address', '0x52908400098527886E0F7030069857D2E4169eE7'),
      'addressChecksum',
    ],
    ['a text that is true or false is neither', 'bool', one('bool', 'false'), 'bool'],
    ['half a character cannot be shown as it is signed', 'surrogate', one('string', '\ud800'), 'string'],
    ['bytes of a wrong size', 'size', one('bytes4', '0x12'), 'bytesSize'],
  ])('%s (%s)', (_, __, document, reason) => {
    expect(outcome(document)).toEqual({ hash: undefined, reason })
  })

  test('in every other point they agree: a value out of range is refused by all', () => {
    const out = [
      one('uint8', 256),
      one('int8', -129),
      one('int8', 128),
      one('uint256', -1),
      one('bytes4', '0x1234567890'),
    ]
    for (const document of out)
      expect([outcome(document).hash, ethersHash(document), viemHash(document)]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
  })
})

test('an address in capitals carries no checksum (EIP-55): one of them refuses it', () => {
  const document = one('address', `0x${'F'.repeat(40)}`)
  expect(viemHash(document)).toBeUndefined()
  expect(ethersHash(document)).toBe(parse(document).hash)
})

/** The message that a tree tells, from nothing but its lines. */
function messageOf(node: TypedNode): unknown {
  if ('value' in node) return node.type === 'bool' ? node.value === 'true' : node.value
  if (/\]$/.test(node.type)) return node.children.map(messageOf)
  return Object.fromEntries(node.children.map((child) => [child.name, messageOf(child)]))
}

/** The types that a tree tells. */
function typesOf(node: TypedNode, types: Types = {}): Types {
  if ('value' in node) return types
  if (!/\]$/.test(node.type)) types[node.type] = node.children.map(({ name, type }) => ({ name, type }))
  for (const child of node.children) typesOf(child, types)
  return types
}

test('what the tree shows is what is signed: it hashes to the same', () => {
  fc.assert(
    fc.property(arbitraryTypedData, (document) => {
      const data: TypedDataRequest = parse(document)
      const tree = treeOf(data)
      const { EIP712Domain: _, ...known } = data.types as Types
      // A struct of which an array holds none has no line of its own; its type counts all the same.
      const types = { ...known, ...typesOf(tree) }
      const shown = { domain: data.domain, types, primaryType: tree.type, message: messageOf(tree) }
      expect(ethersHash(shown as TypedDocument)).toBe(data.hash)
    }),
    { numRuns: 60 },
  )
})

test('the JSON that the signer gets says the same', () => {
  fc.assert(
    fc.property(arbitraryTypedData, (document) => {
      const { json, hash } = parse(document)
      const again = JSON.parse(json) as TypedDocument
      expect(ethersHash(again)).toBe(hash)
      expect(parse(again).hash).toBe(hash)
    }),
    { numRuns: 50 },
  )
})
