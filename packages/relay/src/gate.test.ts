import { createTokenBucket } from '@latchkey/std/tokenBucket'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBuckets, createQuota } from './gate.ts'

test('never more than the burst and the rate allow, whatever the clock does', () => {
  const steps = fc.array(
    fc.record({ wait: fc.integer({ min: -5_000, max: 5_000 }), amount: fc.integer({ min: 1, max: 20 }) }),
  )
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 10 }), (list, rate) => {
      let time = 100_000
      let taken = 0
      let passed = 0
      const bucket = createTokenBucket(10, rate, () => time)
      for (const { wait, amount } of list) {
        time += wait
        passed += Math.max(0, wait)
        if (bucket.take(amount)) taken += amount
        expect(taken).toBeLessThanOrEqual(10 + (passed / 1_000) * rate + 1e-6)
      }
    }),
  )
})

test('callers are counted apart, and full buckets make room', () => {
  let time = 0
  const buckets = createBuckets(1, 1, () => time)
  expect([buckets.take('a'), buckets.take('a'), buckets.take('b')]).toEqual([true, false, true])
  time = 1_000
  for (let index = 0; index < 10_010; index += 1) buckets.take(`${index}`)
  expect(buckets.take('10009')).toBe(false)
})

test('what is held is given back once', () => {
  const quota = createQuota(1)
  const release = quota.take('a')
  expect(quota.take('a')).toBeUndefined()
  expect(quota.take('b')).toBeTypeOf('function')
  release?.()
  release?.()
  const again = quota.take('a')
  expect(again).toBeTypeOf('function')
  expect(quota.take('a')).toBeUndefined()
})
