import { expect, test } from 'vitest'
import { sameCode } from './steps.ts'

test.each([
  ['00A1', '00A1'],
  [' o0 a-l ', '00A1'],
  ['ooai', '00A1'],
  ['0\u201300a1', '000A1'],
])('%j is taken for %s', (typed, part) => {
  expect(sameCode(typed, part)).toBe(true)
})
test.each([
  ['', '00A1'],
  ['00A', '00A1'],
  ['00A12', '00A1'],
  ['00A2', '00A1'],
])('%j is not taken for %s', (typed, part) => {
  expect(sameCode(typed, part)).toBe(false)
})
