import { expect, test } from 'vitest'
import { createTokenBucket } from './tokenBucket.ts'

const taken = (take: () => boolean, tries: number) =>
  Array.from({ length: tries }, take).filter(Boolean).length

test('a burst, then the rate, and never more than a burst after a rest', () => {
  let time = 0
  const { take } = createTokenBucket(100, 50, () => time)
  expect(taken(take, 500)).toBe(100)
  time += 1_000
  expect(taken(take, 500)).toBe(50)
  time += 10
  expect(taken(take, 500)).toBe(0)
  time += 10
  expect(taken(take, 500)).toBe(1)
  time += 3_600_000
  expect(taken(take, 500)).toBe(100)
})

test('a long rest half-way through a burst does not count twice', () => {
  let time = 0
  const { take } = createTokenBucket(100, 50, () => time)
  time += 60_000
  expect(taken(take, 51)).toBe(51)
  expect(taken(take, 500)).toBe(49)
})
