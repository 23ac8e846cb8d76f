import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkReuse, checkStrength, looksMadeUp } from './checkKeys.ts'

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

test('the key that names are signed with is looked at as the others are', () => {
  const [kek, recoveryKek, pepper, paymasterSigner] = Array.from({ length: 4 }, () => randomBytes(32))
  const of = (signer: Uint8Array) => ({
    secrets: { kek, recoveryKek, pepper, paymasterSigner } as never,
    names: { zones: ['wallet.example'] as const, signer, reserved: [] },
    ...{ adminToken: null, metricsToken: null },
  })
  const found = [checkStrength(of(randomBytes(32))), checkReuse(of(randomBytes(32)))]
  expect(found.map(({ level }) => level)).toEqual(['ok', 'ok'])
  expect(checkStrength(of(new Uint8Array(32).fill(1))).message).toContain('NAME_SIGNER_KEY')
  expect(checkReuse(of(paymasterSigner as Uint8Array)).message).toContain(
    'PAYMASTER_SIGNER_KEY and NAME_SIGNER_KEY',
  )
})
