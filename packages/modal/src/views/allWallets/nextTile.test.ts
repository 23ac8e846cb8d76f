import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextTile } from './useTileKeys.ts'

it.each([
  ['ArrowRight', 0, false, 1],
  ['ArrowLeft', 1, false, 0],
  ['ArrowRight', 1, true, 0],
  ['ArrowLeft', 0, true, 1],
  ['ArrowDown', 1, false, 5],
  ['ArrowUp', 5, true, 1],
  ['Home', 7, false, 0],
  ['End', 0, false, 9],
  ['ArrowLeft', 0, false, undefined],
  ['ArrowUp', 3, false, undefined],
  ['ArrowDown', 8, false, undefined],
  ['ArrowRight', 9, false, undefined],
  ['Home', 0, false, undefined],
  ['Enter', 3, false, undefined],
  ['constructor', 3, false, undefined],
])('%s from %i, right to left %s: %s', (key, index, isRtl, expected) => {
  expect(nextTile({ key, index, count: 10, columns: 4, isRtl })).toBe(expected)
})

it('leads to a tile that is there, and to another one', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.nat(50),
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      (key, index, columns, isRtl) => {
        const next = nextTile({ key, index, count: 51, columns, isRtl }) ?? (index + 1) % 51
        expect(next).not.toBe(index)
        expect(next).toBeGreaterThanOrEqual(0)
        expect(next).toBeLessThan(51)
      },
    ),
  )
})
