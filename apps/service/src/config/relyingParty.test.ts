import { expect, test } from 'vitest'
import { passkeysWork, relyingPartyId, type ServiceConfig } from './ServiceConfig.ts'

const at = (keysOrigin: string) => ({ keysOrigin }) as ServiceConfig

test.each([
  ['https://keys.example.net', true],
  ['https://keys.example.net:8443', true],
  ['http://keys.localhost:8787', true],
  ['http://localhost:8787', true],
  ['http://keys.example.net', false],
  ['https://192.0.2.7', false],
  ['http://127.0.0.1:8787', false],
  ['https://[2001:db8::1]', false],
])('passkeys on %s: %s', (origin, works) => {
  expect(passkeysWork(at(origin))).toBe(works)
})

test('the relying party is the host alone', () => {
  expect(relyingPartyId(at('https://keys.example.net:8443'))).toBe('keys.example.net')
})
