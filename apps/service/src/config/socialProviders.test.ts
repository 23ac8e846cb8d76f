import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSecretJson } from './readSecretJson.ts'
import { socialProvidersSchema } from './ServiceConfig.ts'
import { secretUrl } from './secretUrl.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-socials-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const google = { clientId: 'client', clientSecret: 'a-secret-of-google' }
const apple = {
  clientId: 'client',
  teamId: 'TEAM000001',
  keyId: 'KEY0000001',
  privateKey: '-----BEGIN PRIVATE KEY-----\nMIG\n-----END PRIVATE KEY-----',
}

function read(environment: Record<string, string>) {
  const problems: string[] = []
  return {
    providers: readSecretJson(environment, 'SOCIAL_PROVIDERS', socialProvidersSchema, problems) ?? {},
    problems,
  }
}

test('credentials come from the environment or from a file, and what is left out is not there', () => {
  const text = JSON.stringify({ google, apple })
  expect(read({ SOCIAL_PROVIDERS: text })).toEqual({ providers: { google, apple }, problems: [] })
  const file = join(folder, 'socials.json')
  writeFileSync(file, text)
  expect(read({ SOCIAL_PROVIDERS_FILE: file })).toEqual({ providers: { google, apple }, problems: [] })
  expect(read({})).toEqual({ providers: {}, problems: [] })
})

test.each<[string, Record<string, string>, RegExp]>([
  ['no JSON', { SOCIAL_PROVIDERS: 'a-secret-of-google' }, /SOCIAL_PROVIDERS: is not JSON/],
  ['a missing file', { SOCIAL_PROVIDERS_FILE: join(folder, 'none') }, /cannot be read/],
  ['two places', { SOCIAL_PROVIDERS: '{}', SOCIAL_PROVIDERS_FILE: '/x' }, /not both/],
  ['an unknown network', { SOCIAL_PROVIDERS: JSON.stringify({ myspace: google }) }, /myspace/],
  [
    'no secret',
    { SOCIAL_PROVIDERS: JSON.stringify({ google: { clientId: 'a-secret-of-google' } }) },
    /SOCIAL_PROVIDERS\.google\.clientSecret: is missing/,
  ],
  [
    'a secret in place of a key',
    { SOCIAL_PROVIDERS: JSON.stringify({ apple: google }) },
    /SOCIAL_PROVIDERS\.apple\.teamId: is missing/,
  ],
  [
    'a key that is not PEM',
    { SOCIAL_PROVIDERS: JSON.stringify({ apple: { ...apple, privateKey: 'a-secret-of-google' } }) },
    /privateKey: write the key in PEM/,
  ],
  [
    'an endpoint in the clear',
    { SOCIAL_PROVIDERS: JSON.stringify({ google: { ...google, tokenEndpoint: 'http://id.example/token' } }) },
    /tokenEndpoint: write https/,
  ],
])('%s is refused, and no value is repeated', (_, environment, message) => {
  const { providers, problems } = read(environment)
  expect(providers).toEqual({})
  expect(problems.join('\n')).toMatch(message)
  expect(problems.join('\n')).not.toContain('a-secret-of-google')
})

test.each([
  ['https://id.example/token', true],
  ['http://localhost:4444/token', true],
  ['http://id.localhost:4444/token', true],
  ['http://127.0.0.1:4444', true],
  ['http://[::1]:4444', true],
  ['http://id.example/token', false],
  ['http://127.0.0.1.evil.example/', false],
  ['http://localhost.evil.example/', false],
  ['https://user:password@id.example/', false],
  ['https://id.example/#part', false],
  ['ftp://localhost/', false],
  ['/token', false],
])('secrets are sent to %s: %s', (url, isAllowed) => {
  expect(secretUrl.safeParse(url).success).toBe(isAllowed)
})
