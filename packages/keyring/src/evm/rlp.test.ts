import fc from 'fast-check'
import { toRlp } from 'viem'
import { describe, expect, test } from 'vitest'
import { bytesToHex, type Hex } from '../primitives/hex.ts'
import { encodeRlp, integerToRlp, type RlpItem } from './signTransaction.ts'

const text = (value: string) => new TextEncoder().encode(value)
const long = 'Lorem ipsum dolor sit amet, consectetur adipisicing elit'

/** The examples of the RLP page of ethereum.org. */
describe('published examples', () => {
  const cases: readonly (readonly [string, RlpItem, string])[] = [
    ['dog', text('dog'), '83646f67'],
    ['cat, dog', [text('cat'), text('dog')], 'c88363617483646f67'],
    ['nothing', text(''), '80'],
    ['the empty list', [], 'c0'],
    ['0', integerToRlp(0), '80'],
    ['the byte 0', Uint8Array.of(0), '00'],
    ['15', integerToRlp(15), '0f'],
    ['127', integerToRlp(127n), '7f'],
    ['128', integerToRlp(128n), '8180'],
    ['1024', integerToRlp(1024), '820400'],
    ['three as sets', [[], [[]], [[], [[]]]], 'c7c0c1c0c3c0c1c0'],
    ['56 bytes', text(long), `b838${Buffer.from(long).toString('hex')}`],
  ]
  test.each(cases)('%s', (_, item, expected) => {
    expect(bytesToHex(encodeRlp(item))).toBe(`0x${expected}`)
  })
})

type Nested = Uint8Array | Nested[]
const toHex = (item: Nested): never => (Array.isArray(item) ? item.map(toHex) : bytesToHex(item)) as never

test('anything nested gives what viem gives', () => {
  const { item } = fc.letrec<{ item: Nested }>((tie) => ({
    item: fc.oneof(
      { maxDepth: 4 },
      fc.uint8Array({ maxLength: 80 }),
      fc.array(tie('item'), { maxLength: 6 }),
    ),
  }))
  fc.assert(
    fc.property(item, (value) => {
      const expected: Hex = toRlp(toHex(value))
      expect(bytesToHex(encodeRlp(value))).toBe(expected)
    }),
  )
})

test('headers of bodies of 55, 56, 255, 256 and 65 536 bytes', () => {
  for (const length of [55, 56, 255, 256, 65_536]) {
    const body = new Uint8Array(length).fill(0xab)
    expect(bytesToHex(encodeRlp(body))).toBe(toRlp(bytesToHex(body)))
    expect(bytesToHex(encodeRlp([body]))).toBe(toRlp([bytesToHex(body)]))
  }
})
