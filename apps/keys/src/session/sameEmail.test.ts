import { expect, it } from 'vitest'
import { sameEmail } from './requestCode.ts'

it.each([
  ['ada@example.com', ' ada@EXAMPLE.com ', true],
  ['ａda@example.com', 'ada@example.com', true],
  ['Ada@example.com', 'ada@example.com', true],
  ['\u00c4da@example.com', '\u00e4da@example.com', false],
  ['\u0430da@example.com', 'ada@example.com', false],
  ['ada+1@example.com', 'ada@example.com', false],
  ['ada@example.com', 'ada@example.org', false],
])('%s and %s name one account: %s', (one, other, same) => {
  expect(sameEmail(one, other)).toBe(same)
})
