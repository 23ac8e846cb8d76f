import { expect, it } from 'vitest'
import { findView, views } from './index.ts'

it('R2-12 R2-13 R2-20 has each view once', () => {
  const names = views.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining(['Connect', 'Account', 'ApproveTransaction', 'EmailVerifyOtp', 'Networks']),
  )
})

it('knows no other', () => {
  expect(findView('Paid')).toBeUndefined()
  expect(findView('constructor')).toBeUndefined()
})

it.each([{ email: 7 }, 'text', null, undefined, { email: 'x'.repeat(999) }])(
  'opens Connect with whatever a page passes: %j',
  (params) => {
    expect(() => findView('Connect')?.render(params)).not.toThrow()
  },
)
