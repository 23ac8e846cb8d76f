import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createStorage } from './createStorage.ts'
import { clearPendingSocial, readPendingSocial, SOCIAL_LIFE, writePendingSocial } from './pendingSocial.ts'
import { SOCIAL_RETURN } from './socialReturn.ts'

const pending = { provider: 'x', mode: 'redirect', at: 1_000, hash: '#top' } as const
const storage = () => createStorage(() => undefined)

it('reads what it has written, for as long as the login lives', () => {
  const kept = storage()
  writePendingSocial(kept, pending)
  expect(readPendingSocial(kept, 1_000)).toEqual(pending)
  expect(readPendingSocial(kept, 999 + SOCIAL_LIFE)).toEqual(pending)
  expect(readPendingSocial(kept, 1_000 + SOCIAL_LIFE)).toBeUndefined()
  expect(readPendingSocial(kept, 999)).toBeUndefined()
  clearPendingSocial(kept)
  expect(readPendingSocial(kept, 1_000)).toBeUndefined()
})

it.each([
  { ...pending, provider: 'myspace' },
  { ...pending, mode: 'other' },
  { ...pending, at: '1000' },
  { ...pending, hash: 7 },
  { ...pending, hash: '#'.repeat(4_000) },
  [pending],
  null,
])('reads nothing from %j', (value) => {
  const kept = storage()
  kept.set(SOCIAL_RETURN, JSON.stringify(value))
  expect(readPendingSocial(kept, 1_000)).toBeUndefined()
})

it('throws for no text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const kept = storage()
      kept.set(SOCIAL_RETURN, text)
      expect(readPendingSocial(kept, 1_000)).toBeUndefined()
    }),
  )
})
