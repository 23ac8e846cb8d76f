import * as protocol from '@latchkey/protocol/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomId, sha256 } from '../crypto/bytes.ts'
import { createHashKeys } from '../crypto/serviceKeys.ts'
import {
  type CallOptions,
  createDevice,
  type Device,
  problemCode,
  problemData,
  type SignedIn,
} from '../testing/createDevice.ts'
import { API, createTestService, KEYS, type TestService } from '../testing/createTestService.ts'
import { createNonce } from './verifyProof.ts'

const INVALID = protocol.InvalidProofError.code
const NEEDS_NONCE = protocol.UseDpopNonceError.code
const REPLAYED = protocol.ReplayedProofError.code
/** What a right proof meets on a route whose keyset is not there. */
const PASSED = protocol.KeysetNotFoundError.code

let service: TestService
let second: TestService
let device: Device
let login: SignedIn
beforeAll(async () => {
  service = await createTestService({ limits: { accessLifetime: 86_400_000 } })
  second = await createTestService({ deps: { database: service.database } })
  device = await createDevice(service)
  login = await device.signIn('matrix@example.com')
})
afterAll(async () => {
  await second.stop()
  await service.stop()
})

const now = () => service.config.now()
const seconds = () => Math.floor(now() / 1_000)
const token = () => login.tokens.accessToken
const session = (options: CallOptions = {}, by = device) =>
  by.call(protocol.getSession, { token: token(), ...options })
const release = (options: CallOptions = {}, by = device) =>
  by.call(protocol.releaseShare, {
    token: token(),
    params: { keysetId: 'A'.repeat(22) },
    body: { publicKey: 'AAAA', purpose: 'sign' },
    ...options,
  })
const refresh = (options: CallOptions = {}) =>
  device.call(protocol.refresh, { body: { refreshToken: 'A'.repeat(43) }, ...options })

describe('clock', () => {
  test.each([
    [-3_600, 'refused'],
    [-61, 'refused'],
    [-60, 'taken'],
    [-1, 'taken'],
    [0, 'taken'],
    [1, 'taken'],
    [60, 'taken'],
    [61, 'refused'],
    [3_600, 'refused'],
  ])('RFC 9449 section 11.1: a device whose clock is %i s off is %s', async (offset, outcome) => {
    const answer = await session({ claims: { iat: seconds() + offset } })
    expect(answer.status).toBe(outcome === 'taken' ? 200 : 401)
    // What a device needs to correct itself.
    if (outcome === 'refused') expect(problemData(answer)).toEqual({ now: now(), claim: 'iat' })
  })
})

describe('nonce', () => {
  const foreignKey = createHashKeys(new Uint8Array(32).fill(9)).nonce
  const own = (at: number) => createNonce(createHashKeys(service.config.secrets.pepper).nonce, at)
  test.each<[string, () => string | undefined, number]>([
    ['missing', () => undefined, NEEDS_NONCE],
    ['empty', () => '', NEEDS_NONCE],
    ['of this moment', () => own(now()), PASSED],
    ['five minutes old', () => own(now() - 300_000), PASSED],
    ['a millisecond older', () => own(now() - 300_001), NEEDS_NONCE],
    ['of a process whose clock is half a minute ahead', () => own(now() + 30_000), PASSED],
    ['of the future', () => own(now() + 30_001), NEEDS_NONCE],
    ['of another service', () => createNonce(foreignKey, now()), NEEDS_NONCE],
    ['with its time moved on', () => `${own(now() + 1).slice(0, 9)}${own(now()).slice(9)}`, NEEDS_NONCE],
    ['cut short', () => own(now()).slice(0, -1), NEEDS_NONCE],
    ['longer', () => `${own(now())}A`, NEEDS_NONCE],
    ['too long for any', () => 'A'.repeat(129), INVALID],
    ['no text', () => 1 as unknown as string, INVALID],
  ])('%s', async (_, make, code) => {
    const answer = await release({ claims: { nonce: make() } })
    expect(problemCode(answer)).toBe(code)
    expect(answer.headers.get('dpop-nonce')).toMatch(/^[0-9a-z]{9}[A-Za-z0-9_-]{22}$/)
  })

  test('one that another process of the service gave is as good, and may serve many proofs', async () => {
    const answer = await second.app.request(`${API}${protocol.getNonce.path}`, { headers: { origin: KEYS } })
    const nonce = answer.headers.get('dpop-nonce')
    for (let use = 0; use < 3; use++) expect(problemCode(await release({ claims: { nonce } }))).toBe(PASSED)
  })
})

describe('request', () => {
  const path = '/auth/v1/session'
  test.each<[string, Record<string, unknown>]>([
    ['GET in small letters', { htm: 'get' }],
    ['another method', { htm: 'POST' }],
    ['no method', { htm: undefined }],
    ['a query', { htu: `${API}${path}?` }],
    ['a fragment', { htu: `${API}${path}#` }],
    ['a slash more', { htu: `${API}${path}/` }],
    ['another host', { htu: `${KEYS}${path}` }],
    ['another scheme', { htu: `${API.replace('http:', 'https:')}${path}` }],
    ['another port', { htu: `${API.replace('8787', '8788')}${path}` }],
    ['capital letters', { htu: `${API.toUpperCase()}${path}` }],
    ['a path alone', { htu: path }],
    ['no URI', { htu: undefined }],
    ['a list', { htu: [`${API}${path}`] }],
    ['another token', { ath: sha256('other') }],
    ['the token itself', { ath: 'A'.repeat(43) }],
    ['no token hash', { ath: undefined }],
    ['a padded hash', { ath: `${sha256('x')}=` }],
    ['a body', { bh: sha256('{}') }],
  ])('a proof for %s is refused', async (_, claims) => {
    expect(problemCode(await session({ claims }))).toBe(INVALID)
  })

  test.each<[string, CallOptions]>([
    ['another body', { sent: JSON.stringify({ refreshToken: 'B'.repeat(43) }) }],
    ['the same body with a space', { sent: `${JSON.stringify({ refreshToken: 'A'.repeat(43) })} ` }],
    ['no body', { sent: '' }],
    ['no body hash', { claims: { bh: undefined } }],
    ['the hash of another body', { claims: { bh: sha256('{}') } }],
  ])('%s is refused', async (_, options) => {
    expect([INVALID, protocol.WrongContentTypeError.code]).toContain(problemCode(await refresh(options)))
  })

  test('a right proof for the body is taken', async () => {
    expect(problemCode(await refresh())).toBe(protocol.InvalidTokenError.code)
  })
})

describe('replay', () => {
  /** Sends a proof again, perhaps elsewhere. */
  const again = (proof: string | null, by = device) => session({ proof }, by)

  test('at the same process, at another, and after a sweep', async () => {
    const { proof } = await session()
    const elsewhere = await createDevice(second, device.address, device.keys)
    for (const by of [device, elsewhere, device]) {
      expect(problemCode(await again(proof, by))).toBe(REPLAYED)
      await service.sweep()
    }
  })

  test('a proof of a clock that is ahead is remembered for as long as it could be taken', async () => {
    const { proof } = await session({ claims: { iat: seconds() + 60 } })
    for (let minute = 0; minute < 2; minute++) {
      service.advance(60_000)
      await service.sweep()
      expect(problemCode(await again(proof))).toBe(REPLAYED)
    }
    service.advance(1_000)
    expect(problemCode(await again(proof))).toBe(INVALID)
  })

  test.each([2, 20, 100])('%i uses at once, at two processes: one is taken', async (uses) => {
    const { proof } = await device.call(protocol.getSession, {
      token: token(),
      headers: { origin: 'http://evil.example' },
    })
    const elsewhere = await createDevice(second, device.address, device.keys)
    second.advance(now() - second.config.now())
    const answers = await Promise.all(
      Array.from({ length: uses }, (_, index) => again(proof, index % 2 ? device : elsewhere)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(problemCode))).toEqual(
      new Set([REPLAYED]),
    )
  })

  test('an identifier belongs to its key: another device may choose the same', async () => {
    const jti = randomId()
    expect((await session({ claims: { jti } })).status).toBe(200)
    const other = await createDevice(service)
    service.advance(31_000)
    const own = await other.signIn('matrix-other@example.com')
    const answer = await other.call(protocol.getSession, {
      token: own.tokens.accessToken,
      claims: { jti },
    })
    expect(answer.status).toBe(200)
  })

  test('a refused proof is not spent: the device may correct its clock', async () => {
    const jti = randomId()
    const iat = seconds() - 90
    expect(problemCode(await session({ claims: { jti, iat } }))).toBe(INVALID)
    expect((await session({ claims: { jti } })).status).toBe(200)
  })
})
