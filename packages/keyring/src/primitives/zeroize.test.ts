import { expect, test } from 'vitest'
import { zeroize } from './zeroize.ts'

test('overwrites every buffer it is given', () => {
  const first = Uint8Array.of(1, 2, 3)
  const second = Uint8Array.of(4)
  zeroize(first, second)
  expect([...first, ...second]).toEqual([0, 0, 0, 0])
})
