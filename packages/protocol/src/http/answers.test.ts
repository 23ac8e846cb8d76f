import { describe, expect, test } from 'vitest'
import { problem } from './callService.ts'
import * as http from './index.ts'

describe('answers', () => {
  const accepts = (change: object) =>
    http.startEmail.reply.safeParse({
      action: 'VERIFY_OTP',
      challengeId: 'A'.repeat(22),
      codeLength: 6,
      expiresAt: 1,
      resendAt: 1,
      emailHint: 'm•••@example.com',
      deviceNumber: null,
      ...change,
    }).success

  test('R5-25 a code has six digits or, when asked for, eight characters', () => {
    for (const codeLength of [6, 8]) expect(accepts({ codeLength })).toBe(true)
    for (const codeLength of [4, 7, '6']) expect(accepts({ codeLength })).toBe(false)
  })
  test('R4-28 starting a login cannot say whether an account exists', () => {
    for (const change of [
      { isNew: true },
      { userId: 'A'.repeat(22) },
      { exists: false },
      { action: 'REGISTER' },
    ])
      expect(accepts(change)).toBe(false)
  })
  test('a problem has a code, a sentence and plain facts', () => {
    const accepts = (error: unknown) => problem().safeParse({ error }).success
    expect(accepts({ code: 4100, message: 'Wait.', data: { retryAfter: 3 } })).toBe(true)
    expect(accepts({ code: '4100', message: 'Wait.' })).toBe(false)
    expect(accepts({ code: 4100, message: 'Wait.', data: { nested: {} } })).toBe(false)
    expect(accepts({ code: 4100, message: 'Wait.', stack: 'x' })).toBe(false)
  })
})
