import { expect, test } from 'vitest'
import { judgeSkew } from './Diagnosis.ts'

test.each([
  [0, 'ok'],
  [-4_000, 'ok'],
  [6_000, 'warn'],
  [-31_000, 'fail'],
])('a clock that is %i ms ahead: %s', (skew, level) => {
  expect(judgeSkew('clock', 'the database', skew).level).toBe(level)
})
