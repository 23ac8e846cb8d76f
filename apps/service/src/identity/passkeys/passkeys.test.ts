import * as protocol from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomToken } from '../../crypto/bytes.ts'
import { passkeyChallenges } from '../../db/identitySchema.ts'
import { users } from '../../db/schema.ts'
import {
  type AccountPage,
  addPasskey,
  openAccountPage,
  signInWithPasskey,
} from '../../testing/accountPage.ts'
import { createDevice, type Device, problemCode } from '../../testing/createDevice.ts'
import { createTestService, HOST, type TestService, WALLET } from '../../testing/createTestService.ts'
import { type Ceremony, createAuthenticator } from '../../testing/softwareAuthenticator.ts'

const REFUSED = protocol.PasskeyRefusedError.code
const SHOP = 'http://shop.localhost:5183'

let service: TestService
let page: AccountPage
let passkey: Awaited<ReturnType<typeof addPasskey>>
let laptop: Device
beforeAll(async () => {
  const projects = [{ id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST, SHOP] }]
  service = await createTestService({ projects, limits: {} })
  page = await openAccountPage(service, 'passkey@example.com')
  passkey = await addPasskey(page)
  laptop = await createDevice(service)
})
afterAll(() => service.stop())

const start = (device: Device, hostOrigin: string) =>
  device.must(protocol.startPasskeyLogin, { body: { projectId: 'demo', hostOrigin } })

/** One login, with something about it changed. */
async function attempt(change: Partial<Ceremony> = {}, hostOrigin: string = HOST, device = laptop) {
  const { challengeId, challenge } = await start(device, hostOrigin)
  const { authenticator, userHandle } = passkey
  const assertion = authenticator.authenticate({ challenge, topOrigin: hostOrigin, userHandle, ...change })
  return device.call(protocol.finishPasskeyLogin, { body: { challengeId, assertion } })
}

test('a passkey signs in alone, in the account page and in a host page, to the same account', async () => {
  for (const hostOrigin of [WALLET, HOST, SHOP]) {
    const { session } = await signInWithPasskey(await createDevice(service), passkey, hostOrigin)
    expect(session.user).toMatchObject({ id: page.userId, provider: 'passkey' })
    expect(session.grants).toContain(hostOrigin)
  }
})

describe('a login is refused', () => {
  const handle = randomToken()
  test.each<[string, Partial<Ceremony>]>([
    ['for another challenge', { challenge: randomToken() }],
    ['from another origin', { origin: WALLET }],
    ['from the host page itself', { origin: HOST }],
    ['from a page that is not nested', { crossOrigin: false, topOrigin: undefined }],
    ['without a word on nesting', { crossOrigin: undefined }],
    ['under another page', { topOrigin: 'https://evil.example' }],
    ['under another page of the project', { topOrigin: SHOP }],
    ['under the wallet, for a host page', { topOrigin: WALLET }],
    ['in a host page that the browser does not name', { topOrigin: undefined }],
    ['as a registration', { type: 'webauthn.create' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { flags: 0x01 }],
    ['without user presence', { flags: 0x04 }],
    ['for another user', { userHandle: handle }],
    ['without a user', { userHandle: null }],
    ['with an unknown credential', { credentialId: handle }],
  ])('%s', async (_, change) => {
    expect(problemCode(await attempt(change))).toBe(REFUSED)
  })
  test('with another key’s signature, or changed bytes', async () => {
    for (const part of ['signature', 'authenticatorData', 'clientDataJSON'] as const) {
      const { challengeId, challenge } = await start(laptop, HOST)
      const { authenticator, userHandle } = passkey
      const right = authenticator.authenticate({ challenge, topOrigin: HOST, userHandle })
      const other = createAuthenticator().authenticate({ challenge, topOrigin: HOST, userHandle, counter: 7 })
      const changed = part === 'clientDataJSON' ? right.response.signature : other.response[part]
      const assertion = { ...right, response: { ...right.response, [part]: changed } }
      const answer = await laptop.call(protocol.finishPasskeyLogin, { body: { challengeId, assertion } })
      expect(problemCode(answer)).toBe(REFUSED)
    }
  })
})

test('a browser that does not name the page at the top is believed in the account page alone', async () => {
  expect((await attempt({ topOrigin: undefined }, WALLET)).status).toBe(200)
  expect(problemCode(await attempt({ topOrigin: HOST }, WALLET))).toBe(REFUSED)
  expect(problemCode(await attempt({ topOrigin: undefined }, HOST))).toBe(REFUSED)
})

test('a challenge works once, also after a failure, for its own key and for five minutes', async () => {
  const { authenticator, userHandle } = passkey
  const { challengeId, challenge } = await start(laptop, HOST)
  const finish = (device: Device, id: string, about: Ceremony) =>
    device.call(protocol.finishPasskeyLogin, {
      body: { challengeId: id, assertion: authenticator.authenticate({ ...about, userHandle }) },
    })
  const about = { challenge, topOrigin: HOST }
  expect(problemCode(await finish(await createDevice(service), challengeId, about))).toBe(REFUSED)
  const answers = await Promise.all(Array.from({ length: 10 }, () => finish(laptop, challengeId, about)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const failed = await start(laptop, HOST)
  await finish(laptop, failed.challengeId, { challenge: randomToken(), topOrigin: HOST })
  const retried = { challenge: failed.challenge, topOrigin: HOST }
  expect(problemCode(await finish(laptop, failed.challengeId, retried))).toBe(REFUSED)
  const late = await start(laptop, HOST)
  service.advance(300_001)
  expect(
    problemCode(await finish(laptop, late.challengeId, { challenge: late.challenge, topOrigin: HOST })),
  ).toBe(REFUSED)
})

test('the challenge of a new passkey signs nobody in', async () => {
  const { device, token } = await openAccountPage(service, 'passkey@example.com', page.device)
  const { challengeId, challenge } = await device.must(protocol.startPasskeyCreation, { token })
  const { authenticator, userHandle } = passkey
  const assertion = authenticator.authenticate({ challenge, topOrigin: WALLET, userHandle })
  const answer = await device.call(protocol.finishPasskeyLogin, { body: { challengeId, assertion } })
  expect(problemCode(answer)).toBe(REFUSED)
})

test('a challenge is given out for pages of the project and the wallet alone', async () => {
  const ask = (hostOrigin: string, projectId = 'demo') =>
    laptop.call(protocol.startPasskeyLogin, { body: { projectId, hostOrigin } })
  expect(problemCode(await ask('https://evil.example'))).toBe(protocol.OriginNotAllowedError.code)
  expect(problemCode(await ask(HOST, 'unknown'))).toBe(protocol.UnknownProjectError.code)
})

test('a site that is taken off the list meanwhile gets no session', async () => {
  const { challengeId, challenge } = await start(laptop, SHOP)
  const gone = 'https://gone.example'
  await service.database.db
    .update(passkeyChallenges)
    .set({ hostOrigin: gone })
    .where(eq(passkeyChallenges.id, challengeId))
  const { authenticator, userHandle } = passkey
  const assertion = authenticator.authenticate({ challenge, topOrigin: gone, userHandle })
  const answer = await laptop.call(protocol.finishPasskeyLogin, { body: { challengeId, assertion } })
  expect(problemCode(answer)).toBe(protocol.OriginNotAllowedError.code)
})

test('a counter that does not grow is refused; of two copies at once one gets in', async () => {
  const counting = await openAccountPage(service, 'counting@example.com')
  passkey = await addPasskey(counting)
  expect((await attempt({ counter: 5 })).status).toBe(200)
  for (const counter of [5, 4, 0]) expect(problemCode(await attempt({ counter }))).toBe(REFUSED)
  const copies = await Promise.all(Array.from({ length: 6 }, () => attempt({ counter: 6 })))
  expect(copies.filter(({ status }) => status === 200)).toHaveLength(1)
})

describe('a passkey is made', () => {
  let fresh: AccountPage
  beforeAll(async () => {
    fresh = await openAccountPage(service, 'creation@example.com')
  })
  async function create(change: Partial<Ceremony> = {}, owner = fresh) {
    const { device, token } = owner
    const { challengeId, challenge } = await device.must(protocol.startPasskeyCreation, { token })
    const attestation = createAuthenticator().register({ challenge, topOrigin: WALLET, ...change })
    return device.call(protocol.finishPasskeyCreation, {
      token,
      body: { challengeId, attestation, label: 'x' },
    })
  }
  test.each<[string, Partial<Ceremony>]>([
    ['for another challenge', { challenge: randomToken() }],
    ['from another origin', { origin: HOST }],
    ['at the top, under a page all the same', { crossOrigin: false }],
    ['without a word on nesting, under a page all the same', { crossOrigin: undefined }],
    ['at the top of another origin', { crossOrigin: false, topOrigin: undefined, origin: WALLET }],
    ['under a host page, though the project allows it', { topOrigin: HOST }],
    ['as a login', { type: 'webauthn.get' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { flags: 0x41 }],
    ['without user presence', { flags: 0x44 }],
    ['under another id than its own', { credentialId: randomToken() }],
  ])('not %s', async (_, change) => {
    expect(problemCode(await create(change))).toBe(REFUSED)
  })
  test('in the account page, also where the browser does not name it', async () => {
    expect((await create()).status).toBe(200)
    expect((await create({ topOrigin: undefined })).status).toBe(200)
  })
  test.each([
    ['says so', 'window', false],
    // WebKit's `buildClientDataJson` writes the member only where it is true.
    ['leaves it out, as WebKit does', 'silent', undefined],
  ])(
    'in the window of the key app, where the browser %s; and used in a frame, never in that window',
    async (_, name, crossOrigin) => {
      const owner = await openAccountPage(service, `${name}@example.com`)
      const { device, token } = owner
      const authenticator = createAuthenticator()
      const { challengeId, challenge } = await device.must(protocol.startPasskeyCreation, { token })
      const top = { crossOrigin, topOrigin: undefined }
      const attestation = authenticator.register({ challenge, ...top })
      const body = { challengeId, attestation, label: 'x' }
      expect((await device.call(protocol.finishPasskeyCreation, { token, body })).status).toBe(200)
      const { userHandle } = await device.must(protocol.startPasskeyCreation, { token })
      const use = async (place: Partial<Ceremony>) => {
        const started = await device.must(protocol.startPasskeyLogin, {
          body: { projectId: 'demo', hostOrigin: WALLET },
        })
        const assertion = authenticator.authenticate({ challenge: started.challenge, userHandle, ...place })
        return device.call(protocol.finishPasskeyLogin, {
          body: { challengeId: started.challengeId, assertion },
        })
      }
      expect(problemCode(await use(top))).toBe(REFUSED)
      expect((await use({ topOrigin: WALLET })).status).toBe(200)
    },
  )
  test('and told again when the first answer was lost: by the key that made it, of that very passkey', async () => {
    const owner = await openAccountPage(service, 'lost@example.com')
    const { device, token } = owner
    const { challengeId, challenge } = await device.must(protocol.startPasskeyCreation, { token })
    const made = createAuthenticator().register({ challenge, topOrigin: WALLET })
    const finish = (attestation = made, by = owner) =>
      by.device.call(protocol.finishPasskeyCreation, {
        token: by.token,
        body: { challengeId, attestation, label: 'x' },
      })
    const first = await finish()
    expect(first.status).toBe(200)
    expect((await finish()).body).toEqual(first.body)
    const { methods } = await device.must(protocol.getAccount, { token })
    expect(methods).toHaveLength(1)
    const other = createAuthenticator().register({ challenge, topOrigin: WALLET })
    expect(problemCode(await finish(other))).toBe(REFUSED)
    const elsewhere = await openAccountPage(service, 'lost@example.com')
    expect(problemCode(await finish(made, elsewhere))).toBe(REFUSED)
    await addPasskey(owner)
    const older = await device.must(protocol.startPasskeyCreation, { token })
    await device.call(protocol.finishPasskeyCreation, {
      token,
      body: { challengeId: older.challengeId, attestation: other, label: 'x' },
    })
    const body = { challengeId: older.challengeId, attestation: made, label: 'x' }
    expect(problemCode(await device.call(protocol.finishPasskeyCreation, { token, body }))).toBe(REFUSED)
  })
  test('once: another account cannot take a credential that is known', async () => {
    const { authenticator } = await addPasskey(fresh)
    const thief = await openAccountPage(service, 'thief@example.com')
    await expect(addPasskey(thief, authenticator)).rejects.toThrow(String(REFUSED))
    const { excludeCredentials } = await fresh.device.must(protocol.startPasskeyCreation, {
      token: fresh.token,
    })
    expect(excludeCredentials).toContain(authenticator.id)
  })
  test('by the account that asked, not by another one of the same device', async () => {
    const { device, token } = fresh
    const { challengeId, challenge } = await device.must(protocol.startPasskeyCreation, { token })
    const other = await openAccountPage(service, 'same.device@example.com', device)
    const attestation = createAuthenticator().register({ challenge, topOrigin: WALLET })
    const answer = await device.call(protocol.finishPasskeyCreation, {
      token: other.token,
      body: { challengeId, attestation, label: 'x' },
    })
    expect(problemCode(answer)).toBe(REFUSED)
  })
  test('ten times for one account', async () => {
    const owner = await openAccountPage(service, 'ten@example.com')
    for (let made = 0; made < 10; made++) expect((await create({}, owner)).status).toBe(200)
    expect(problemCode(await create({}, owner))).toBe(REFUSED)
  })
  test('with a random handle that stays the account’s', async () => {
    const again = await openAccountPage(service, 'creation@example.com', fresh.device)
    const [one, two] = [await addPasskey(again), await addPasskey(again)]
    expect(one.userHandle).toBe(two.userHandle)
    expect(one.userHandle).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(one.salt).not.toBe(two.salt)
  })
  test('after a fresh login by more than the short code', async () => {
    const device = await createDevice(service)
    const short = await device.signIn('short@example.com')
    const ask = () => device.call(protocol.startPasskeyCreation, { token: short.tokens.accessToken })
    expect(problemCode(await ask())).toBe(protocol.FreshLoginRequiredError.code)
    const owner = await openAccountPage(service, 'stale@example.com')
    service.advance(300_001)
    const stale = await owner.device.call(protocol.startPasskeyCreation, { token: owner.token })
    expect(problemCode(stale)).toBe(protocol.FreshLoginRequiredError.code)
  })
  test('not while the account is frozen or on hold', async () => {
    const owner = await openAccountPage(service, 'held@example.com')
    const set = (values: Partial<typeof users.$inferInsert>) =>
      service.database.db.update(users).set(values).where(eq(users.id, owner.userId))
    const ask = async () =>
      problemCode(await owner.device.call(protocol.startPasskeyCreation, { token: owner.token }))
    await set({ frozenAt: 1 })
    expect(await ask()).toBe(protocol.AccountFrozenError.code)
    await set({ frozenAt: null, recoveryHeldUntil: service.config.now() + 1_000 })
    expect(await ask()).toBe(protocol.AccountHeldError.code)
    // Nor with a challenge of before.
    await set({ recoveryHeldUntil: null })
    const { device, token } = owner
    const { challengeId, challenge } = await device.must(protocol.startPasskeyCreation, { token })
    await set({ recoveryHeldUntil: service.config.now() + 1_000 })
    const attestation = createAuthenticator().register({ challenge, topOrigin: WALLET })
    const body = { challengeId, attestation, label: 'x' }
    const finished = await device.call(protocol.finishPasskeyCreation, { token, body })
    expect(problemCode(finished)).toBe(protocol.AccountHeldError.code)
  })
})
