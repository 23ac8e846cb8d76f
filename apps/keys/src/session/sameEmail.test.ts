import { expect, it } from 'vitest'
import { sameEmail } from './sameEmail.ts'

it.each([
  ['ada@example.com', ' ada@EXAMPLE.com ', true],
  ['ａda@example.com', 'ada@example.com', true],
  ['Ada@example.com', 'ada@example.com', false],
  ['ada+1@example.com', 'ada@example.com', false],
  ['ada@example.com', 'ada@example.org', false],
])('%s and %s name one mailbox: %s', (one, other, same) => {
  expect(sameEmail(one, other)).toBe(same)
})
