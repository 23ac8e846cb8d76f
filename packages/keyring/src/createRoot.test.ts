import { expect, test } from 'vitest'
import { createRoot } from './newRoot.ts'
import { InvalidRootError } from './primitives/errors.ts'

test('takes 32 bytes of the generator and leaves no second copy', () => {
  const given = Uint8Array.from({ length: 32 }, (_, at) => at)
  const root = createRoot(() => given)
  expect([...root]).toEqual(Array.from({ length: 32 }, (_, at) => at))
  expect(given.every((byte) => byte === 0)).toBe(true)
})

test.each([
  ['a short answer', () => new Uint8Array(31).fill(1, 3)],
  ['a long answer', () => new Uint8Array(33).fill(1, 3)],
  ['a dead generator', (length: number) => new Uint8Array(length)],
  ['a stuck generator', (length: number) => new Uint8Array(length).fill(255)],
])('refuses %s', (_, randomBytes) => {
  expect(() => createRoot(randomBytes)).toThrow(InvalidRootError)
})
