import { type Hex, sliceHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { readDescriptor } from './readDescriptor.ts'
import { snapshot } from './snapshot.ts'
import { callWith, encode, sayWith } from './testing/describeWith.ts'
import { account, contract, descriptorOf, field, other } from './testing/sampleDescriptor.ts'

const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const documents = snapshot.map(({ document }) => document)
const keys = {
  exactInput:
    'exactInput((bytes path,address recipient,uint256 amountIn,uint256 amountOutMinimum) params)' as const,
  exactOutput:
    'exactOutput((bytes path,address recipient,uint256 amountOut,uint256 amountInMaximum) params)' as const,
}
const amounts = { amountIn: 100n, amountOutMinimum: 3n, amountOut: 3n, amountInMaximum: 100n }

const token = (digit: string) => digit.repeat(40)
/** Three pools and the start of a fourth: every shorter route is the start of it. */
const route: Hex = `0x${token('1')}000bb8${token('2')}000bb8${token('3')}000bb8${token('4')}000bb8`
const routeOf = (length: number) => sliceHex(route, 0, length)

const kindOf = (key: string, path: Hex) =>
  callWith(documents, encode(key, [{ path, recipient: account, ...amounts }]), { to: router }).kind

describe.each(Object.entries(keys))('a route of %s', (_, key) => {
  test.each([43, 66, 89])('of %i bytes is shown: the router reads all of it', (length) =>
    expect(kindOf(key, routeOf(length))).toBe('described'),
  )

  // The router takes what is shorter than two pools as one, and never reads the bytes after it.
  test.each([0, 20, 42, ...Array.from({ length: 22 }, (_, more) => 44 + more), 67, 86, 88, 90])(
    'of %i bytes is not: its last token is not where the router reads it',
    (length) => expect(kindOf(key, length === 0 ? '0x' : routeOf(length))).toBe('unknown'),
  )

  test('with a token after its end stays unread', () => {
    expect(kindOf(key, `${routeOf(43)}${token('3')}`)).toBe('unknown')
    expect(kindOf(key, `${routeOf(66)}${token('4')}`)).toBe('unknown')
  })
})

const key = 'swap(bytes path,uint256 amount)'
const swap = (visible: unknown, range: string) =>
  descriptorOf({
    [key]: {
      intent: 'Swap',
      fields: [
        field('amount', 'tokenAmount', { tokenPath: `path.${range}` }),
        field('path', 'raw', undefined, { visible }),
      ],
    },
  })
const data = encode(key, [`${contract}000bb8${other.slice(2)}`, 100n])
const sized = { mustHaveSize: { first: 20, each: 23 } }

describe('bytes that are counted from their end', () => {
  test.each(['[-20:]', '[-20:43]', '[3:-20]'])(
    'speak only where the descriptor gives their length: %s',
    (range) => {
      for (const visible of ['never', 'always', 'optional'])
        expect(sayWith([swap(visible, range)], data)).toBeNull()
    },
  )
  test('speak where they have it', () => {
    expect(sayWith([swap(sized, '[-20:]')], data)?.fields).toEqual([
      { label: 'Value', value: `100 of ${other}` },
    ])
  })
  test('are shown by no rule of a part of them', () => {
    const part = descriptorOf({
      [key]: {
        intent: 'Swap',
        fields: [
          field('amount', 'raw'),
          field('path.[-20:]', 'raw'),
          field('path', 'raw', undefined, { visible: 'never' }),
          field('path.[0:43]', 'raw', undefined, { visible: sized }),
        ],
      },
    })
    expect(sayWith([part], data)).toBeNull()
  })
  test('counted from their start need no length', () => {
    expect(sayWith([swap('never', '[23:]')], data)?.fields[0]?.value).toBe(`100 of ${other}`)
  })
  test.each([
    { first: 20 },
    { first: 20, each: 0 },
    { first: -1, each: 23 },
    { first: 20, each: '23' },
    [43],
  ])('a length that cannot be: %j', (mustHaveSize) =>
    expect(() => readDescriptor(swap({ mustHaveSize }, '[-20:]'))).toThrow(),
  )
  test('what is no bytes has no length', () => {
    const number = descriptorOf({
      [key]: {
        intent: 'Swap',
        fields: [field('path', 'raw'), field('amount', 'raw', undefined, { visible: sized })],
      },
    })
    expect(sayWith([number], data)).toBeNull()
  })
})
