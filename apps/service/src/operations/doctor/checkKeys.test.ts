import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { looksMadeUp } from './checkKeys.ts'

test.each([
  ['one byte', new Uint8Array(32).fill(0xab)],
  ['counting up', Uint8Array.from({ length: 32 }, (_, index) => index)],
  ['counting down in steps', Uint8Array.from({ length: 32 }, (_, index) => (512 - 7 * index) & 255)],
  ['text', Buffer.from('change-me-please-32-characters!!')],
  ['half zero', Uint8Array.from({ length: 32 }, (_, index) => (index % 2 ? 0 : index * 5 + 1))],
])('%s is no key', (_, key) => {
  expect(looksMadeUp(new Uint8Array(key))).toBe(true)
})

test('random bytes are never called made up', () => {
  for (let round = 0; round < 20_000; round += 1) expect(looksMadeUp(randomBytes(32))).toBe(false)
})
