import { expect, test } from 'vitest'
import { ageOf } from './ageOf.ts'

test.each([
  [900, 100],
  [1_000, 0],
  [3_601_000, 3_600_000],
])('what is of %i is %i old at 1 000', (since, age) => {
  expect(ageOf(since, 1_000)).toBe(age)
})
