import { type Config, STORAGE_KEYS } from '@latchkey/core'
import { expect, it } from 'vitest'
import { pendingCode } from './EmailBlock.tsx'

const NOW = 1_000_000_000
const configWith = (values: Record<string, string>) =>
  ({ storage: { get: (key: string) => values[key] } }) as unknown as Config
const asked = (time: unknown) =>
  configWith({ [STORAGE_KEYS.lastEmailLoginTime]: String(time), [STORAGE_KEYS.emailHint]: 'a•@b.example' })

it('remembers a code for the five minutes that it lives', () => {
  expect(pendingCode(asked(NOW - 299_000), NOW)).toBe('a•@b.example')
  expect(pendingCode(asked(NOW - 300_000), NOW)).toBeUndefined()
})

it.each([NOW + 1, 'soon', '', 'Infinity'])('believes no stored time such as %s', (time) => {
  expect(pendingCode(asked(time), NOW)).toBeUndefined()
})

it('knows of no code where none was asked for', () => {
  expect(pendingCode(configWith({}), NOW)).toBeUndefined()
})
