import { expect, test } from 'vitest'
import { warmUp } from './warmUp.ts'

test('runs as often as one likes', () => {
  expect(() => {
    warmUp()
    warmUp()
  }).not.toThrow()
})
