import { decode, encode } from '@jridgewell/sourcemap-codec'
import { expect, it } from 'vitest'
import { shift } from './writeTypes.ts'

it('what stands behind a longer name keeps its place in the source', () => {
  const before = encode([
    [
      [0, 0, 3, 0],
      [20, 0, 3, 9],
      [40, 0, 3, 30],
    ],
    [[12, 0, 4, 2]],
  ])
  const after = decode(shift(before, [{ line: 0, column: 15, by: 7 }]))
  expect(after[0]?.map(([column]) => column)).toEqual([0, 27, 47])
  expect(after[0]?.[2]).toEqual([47, 0, 3, 30])
  expect(after[1]).toEqual([[12, 0, 4, 2]])
})
