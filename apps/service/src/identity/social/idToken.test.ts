import { createHmac } from 'node:crypto'
import { finishSocial, SocialFailedError } from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Device } from '../../testing/createDevice.ts'
import { WALLET } from '../../testing/createTestService.ts'
import { createSocialService, type Finished, readEnd } from '../../testing/socialStage.ts'
import { type Forged, startForgedNetwork } from './testing/startForgedNetwork.ts'

let network: Awaited<ReturnType<typeof startForgedNetwork>>
let social: Awaited<ReturnType<typeof createSocialService>>
let device: Device
beforeAll(async () => {
  network = await startForgedNetwork()
  social = await createSocialService({ google: network.settings })
  device = await social.device()
})
afterAll(async () => {
  await social.service.stop()
  await network.stop()
})

const stateOf = (uri: string) => new URL(uri).searchParams.get('state') ?? ''
const answerOf = (parameters: Record<string, string>) => {
  const query = new URLSearchParams(parameters)
  return { method: 'GET' as const, url: `${WALLET}/social/callback/google?${query}`, parameters: query }
}
async function answered(forged: Forged, parameters: Record<string, string> = {}): Promise<Finished> {
  const { uri } = await social.start(device, 'google')
  network.forge(uri, forged)
  return readEnd(await social.callback(answerOf({ state: stateOf(uri), code: 'code', ...parameters })))
}
const now = () => Math.floor(Date.now() / 1_000)

test('a token that says all that was asked signs in', async () => {
  const { flowId, result } = await answered({})
  const { session } = await device.must(finishSocial, { body: { flowId, result } })
  expect(session.user.userName).toBe('Some Body')
})

test('a person without a name is called nothing: sites are told what a person is called, and no address', async () => {
  const email = 'some.body@example.com'
  const { flowId, result } = await answered({
    claims: { sub: 'nameless', name: undefined, email, email_verified: true },
  })
  const { session } = await device.must(finishSocial, { body: { flowId, result } })
  expect(session.user).toMatchObject({ email, userName: null })
})

test.each<[string, () => Forged]>([
  ['of another login (nonce)', () => ({ claims: { nonce: 'another' } })],
  ['without a nonce', () => ({ claims: { nonce: undefined } })],
  ['for another client', () => ({ claims: { aud: 'other' } })],
  ['for two, with no word whose it is', () => ({ claims: { aud: ['client', 'other'] } })],
  ['for two, and the other one asked', () => ({ claims: { aud: ['client', 'other'], azp: 'other' } })],
  ['for us, but asked by another client', () => ({ claims: { azp: 'other' } })],
  ['of another issuer', () => ({ claims: { iss: 'https://accounts.google.com' } })],
  ['that has expired', () => ({ claims: { exp: now() - 120 } })],
  ['that never expires', () => ({ claims: { exp: undefined } })],
  ['of before the login', () => ({ claims: { iat: now() - 120 } })],
  ['of tomorrow', () => ({ claims: { iat: now() + 86_400, exp: now() + 90_000 } })],
  ['without a time', () => ({ claims: { iat: undefined } })],
  ['without a subject', () => ({ claims: { sub: undefined } })],
  ['with an empty subject', () => ({ claims: { sub: '' } })],
  ['signed by a stranger', () => ({ byStranger: true })],
  ['signed by an unknown key', () => ({ header: { kid: 'two' } })],
  ['that is none', () => ({ idToken: 'nonsense' })],
])('a token %s is refused', async (_, forged) => {
  const { error, result, target } = await answered(forged())
  expect([error, result]).toEqual([SocialFailedError.code, null])
  expect(target).toBeDefined()
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsFor = (uri: string) => ({
  iss: network.issuer,
  sub: 'somebody',
  aud: 'client',
  iat: now(),
  exp: now() + 300,
  nonce: new URL(uri).searchParams.get('nonce'),
})

test.each(['none', 'HS256'])('the algorithm %s is refused', async (alg) => {
  const { uri } = await social.start(device, 'google')
  const signed = `${part({ alg, kid: 'one' })}.${part(claimsFor(uri))}`
  const signature =
    alg === 'none'
      ? ''
      : createHmac('sha256', network.settings.clientSecret).update(signed).digest('base64url')
  network.forge(uri, { idToken: `${signed}.${signature}` })
  const end = await readEnd(await social.callback(answerOf({ state: stateOf(uri), code: 'code' })))
  expect(end.error).toBe(SocialFailedError.code)
})

test('a network that is down, or says too much or too little ends in a clear state', async () => {
  for (const forged of [
    { status: 503 },
    { status: 302 },
    { body: '{}' },
    { body: 'error=bad_verification_code' },
    { body: JSON.stringify({ access_token: 'a', token_type: 'Bearer' }) },
    { body: JSON.stringify({ access_token: 'a'.repeat(300_000), token_type: 'Bearer' }) },
  ])
    expect((await answered(forged)).error).toBe(SocialFailedError.code)
})

test('a network that is slow ends in a clear state; the time is that of all answers together', async () => {
  const own = await createSocialService(
    { google: network.settings },
    { deps: { database: social.service.database }, limits: { socialTimeout: 1_500 } },
  )
  const other = await own.device()
  // Of the second, tokens and keys come each in time by itself.
  for (const delay of [5_000, 1_000]) {
    const { uri } = await own.start(other, 'google')
    network.forge(uri, { delay })
    const end = await readEnd(await own.callback(answerOf({ state: stateOf(uri), code: 'code' })))
    expect(end.error).toBe(SocialFailedError.code)
  }
  await own.service.stop()
})

test('RFC 9207: an answer that names another sender is not taken, and nothing is brought to the network', async () => {
  const before = network.requests()
  const { uri } = await social.start(device, 'google')
  network.forge(uri, {})
  const parameters = { state: stateOf(uri), code: 'code' }
  const end = await readEnd(await social.callback(answerOf({ ...parameters, iss: 'https://evil.example' })))
  expect([end.status, end.target, end.result]).toEqual([400, undefined, null])
  expect(network.requests()).toBe(before)
  // The login itself is still open to its own network.
  const own = await readEnd(await social.callback(answerOf({ ...parameters, iss: network.issuer })))
  expect(own.result).not.toBeNull()
})

test('no code, token or state is logged', async () => {
  const { uri } = await social.start(device, 'google')
  network.forge(uri, { claims: { nonce: 'another' } })
  await social.callback(answerOf({ state: stateOf(uri), code: 'a-secret-code' }))
  const lines = social.service.logs.join('\n')
  expect(lines).toContain('social login failed')
  for (const secret of ['a-secret-code', stateOf(uri), 'Some Body', 'somebody', 'nonce'])
    expect(lines).not.toContain(secret)
})
