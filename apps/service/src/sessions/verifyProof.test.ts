import * as protocol from '@latchkey/protocol/http'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomId, sha256 } from '../crypto/bytes.ts'
import {
  type CallOptions,
  createDevice,
  type Device,
  problemCode,
  problemData,
  type SignedIn,
} from '../testing/createDevice.ts'
import { createTestService, KEYS, type TestService } from '../testing/createTestService.ts'

let service: TestService
let device: Device
let login: SignedIn
beforeAll(async () => {
  service = await createTestService()
  device = await createDevice(service)
  login = await device.signIn('proof@example.com')
})
afterAll(() => service.stop())

const session = (options: CallOptions = {}) =>
  device.call(protocol.getSession, { token: login.tokens.accessToken, ...options })
const seconds = () => Math.floor(service.config.now() / 1_000)

test('a right proof is taken, and every answer carries the next nonce', async () => {
  const answer = await session()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('dpop-nonce')).toMatch(/^[A-Za-z0-9_-]{31}$/)
  expect(answer.headers.get('access-control-expose-headers')).toContain('DPoP-Nonce')
})

test('a proof works once', async () => {
  const { proof } = await session()
  expect(problemCode(await session({ proof }))).toBe(protocol.ReplayedProofError.code)
})

test('one of many uses at once of a proof works', async () => {
  const { proof } = await device.call(protocol.getSession, { headers: { origin: 'http://evil.example' } })
  // That one was refused before its proof was looked at; with the token it lacks `ath`.
  expect(proof).not.toBeNull()
  const [first] = [await session({ headers: { origin: 'http://evil.example' } })]
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => session({ proof: first?.proof ?? null })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test.each([
  ['another method', 'htm', () => 'POST'],
  ['another path', 'htu', () => 'http://api.localhost:8787/auth/v1/token'],
  ['another origin', 'htu', () => `${KEYS}/auth/v1/session`],
  ['a query', 'htu', () => 'http://api.localhost:8787/auth/v1/session?x=1'],
  ['an old time', 'iat', () => seconds() - 61],
  ['a future time', 'iat', () => seconds() + 61],
  ['another token', 'ath', () => sha256('other')],
  ['no token hash', 'ath', () => undefined],
  ['a body that was not sent', 'bh', () => sha256('x')],
  ['a short jti', 'jti', () => 'abc'],
  ['no jti', 'jti', () => undefined],
  ['an extra claim', 'sub', () => 'mia'],
  ['a textual time', 'iat', () => String(seconds())],
])('refuses %s', async (_, claim, value) => {
  const answer = await session({ claims: { [claim]: value() } })
  expect(answer.status).toBe(401)
  expect(problemCode(answer)).toBe(protocol.InvalidProofError.code)
  expect(problemData(answer)?.now).toBe(service.config.now())
})

test.each([
  ['another type', { typ: 'JWT' }],
  ['an extra header', { kid: 'x' }],
])('refuses %s', async (_, header) => {
  expect(problemCode(await session({ header }))).toBe(protocol.InvalidProofError.code)
})

test('refuses a private key, another key, another algorithm and nonsense', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const secret = await session({ header: { jwk: await exportJWK(privateKey) } })
  const other = await session({ header: { jwk: await exportJWK(publicKey) } })
  const none = `${Buffer.from('{"typ":"dpop+jwt","alg":"none"}').toString('base64url')}.e30.`
  for (const answer of [secret, other, await session({ proof: none }), await session({ proof: 'x' })])
    expect(problemCode(answer)).toBe(protocol.InvalidProofError.code)
  expect(problemCode(await session({ proof: null }))).toBe(protocol.MissingProofError.code)
})

test('the proof covers the body', async () => {
  const body = { refreshToken: login.tokens.refreshToken }
  const changed = await device.call(protocol.refresh, {
    body,
    sent: JSON.stringify({ refreshToken: randomId() }),
  })
  expect(problemCode(changed)).toBe(protocol.InvalidProofError.code)
  const without = await device.call(protocol.refresh, { body, claims: { bh: undefined } })
  expect(problemCode(without)).toBe(protocol.InvalidProofError.code)
})

test('releasing needs a live nonce of the service', async () => {
  const release = (claims: Record<string, unknown>) =>
    device.call(protocol.releaseShare, {
      token: login.tokens.accessToken,
      params: { keysetId: randomId() },
      body: { publicKey: 'AAAA', purpose: 'sign' },
      claims,
    })
  const { headers } = await session()
  const nonce = headers.get('dpop-nonce') ?? ''
  const without = await release({ nonce: undefined })
  expect(problemCode(without)).toBe(protocol.UseDpopNonceError.code)
  expect(without.headers.get('www-authenticate')).toContain('use_dpop_nonce')
  expect(without.headers.get('dpop-nonce')).toBeTruthy()
  expect(
    problemCode(await release({ nonce: `${nonce.slice(0, -1)}${nonce.endsWith('A') ? 'B' : 'A'}` })),
  ).toBe(4204)
  expect(problemCode(await release({ nonce }))).toBe(protocol.KeysetNotFoundError.code)
  service.advance(service.config.test?.nonceLifetime ?? 301_000)
  expect(problemCode(await release({ nonce }))).toBe(protocol.UseDpopNonceError.code)
})

test('a token works with the key it was given to alone', async () => {
  const thief = await createDevice(service)
  const answer = await thief.call(protocol.getSession, { token: login.tokens.accessToken })
  expect(problemCode(answer)).toBe(protocol.ProofKeyMismatchError.code)
})

test.each([
  ['http://evil.example', {}],
  ['null', {}],
  ['http://app.localhost:5173', {}],
  [KEYS, { 'sec-fetch-site': 'none' }],
  [KEYS, { 'sec-fetch-site': 'same-origin' }],
  [KEYS, { 'sec-fetch-mode': 'navigate' }],
])('refuses a call from %s %j', async (origin, headers) => {
  const answer = await session({ headers: { ...headers, origin } })
  expect(problemCode(answer)).toBe(protocol.OriginNotAllowedError.code)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('a preflight is answered for the keys app alone', async () => {
  const ask = (origin: string) =>
    service.app.request('http://api.localhost:8787/auth/v1/session', {
      method: 'OPTIONS',
      headers: { origin },
    })
  const allowed = await ask(KEYS)
  expect(allowed.status).toBe(204)
  expect(allowed.headers.get('access-control-allow-origin')).toBe(KEYS)
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
  expect((await ask('http://app.localhost:5173')).status).toBe(403)
})

test('refuses another content type, a large body, and what is not the contract', async () => {
  const type = await device.call(protocol.refresh, { headers: { 'content-type': 'text/plain' } })
  expect(problemCode(type)).toBe(protocol.WrongContentTypeError.code)
  const large = await device.call(protocol.refresh, { body: { refreshToken: 'x'.repeat(70_000) } })
  expect(problemCode(large)).toBe(protocol.PayloadTooLargeError.code)
  const extra = await device.call(protocol.refresh, { body: { refreshToken: 'abc', more: 1 } })
  expect(problemCode(extra)).toBe(protocol.InvalidRequestError.code)
  const unknown = await device.call({ ...protocol.refresh, path: '/auth/v2/token' })
  expect(problemCode(unknown)).toBe(protocol.NotFoundError.code)
})
