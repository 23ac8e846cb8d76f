import { expect, test } from 'vitest'
import { median, quantile } from './statistics.ts'

test('the median is the middle, or the mean of the two in the middle, in any order', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([10, 1, 5, 7])).toBe(6)
  expect(median([])).toBeNaN()
})

test('a quantile is a sample of its own, by nearest rank', () => {
  const samples = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(quantile(samples, 0.99)).toBe(99)
  expect(quantile(samples, 0.5)).toBe(50)
  expect(quantile([3], 0.99)).toBe(3)
  expect(quantile([], 0.5)).toBeNaN()
})
