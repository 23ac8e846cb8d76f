import { otp } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createCode, hashCode } from './failures.ts'

test('R5-25 every code can be typed, and six digits may begin with zeros', () => {
  const codes = Array.from({ length: 3_000 }, () => createCode(6))
  for (const code of codes) expect(otp().safeParse(code).success && code.length === 6).toBe(true)
  expect(codes.some((code) => code.startsWith('0'))).toBe(true)
  for (let index = 0; index < 300; index++) expect(otp().safeParse(createCode(8)).success).toBe(true)
})

test('a hash is bound to key, purpose, challenge and code, not to letter case', () => {
  const key = new Uint8Array(32)
  const hash = hashCode(key, 'login', 'challenge', 'ABCD1234')
  expect(hashCode(key, 'login', 'challenge', 'abcd1234')).toBe(hash)
  const others = [
    hashCode(key.slice().fill(1), 'login', 'challenge', 'ABCD1234'),
    hashCode(key, 'export', 'challenge', 'ABCD1234'),
    hashCode(key, 'login', 'challeng', 'eABCD1234'),
    hashCode(key, 'login', 'challenge', 'ABCD1235'),
  ]
  expect(others).not.toContain(hash)
})
