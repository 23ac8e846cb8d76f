import * as protocol from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomId } from '../crypto/bytes.ts'
import { sealTo } from '../crypto/channel.ts'
import { devices } from '../db/identitySchema.ts'
import { users } from '../db/schema.ts'
import { type AccountPage, addPasskey, openAccountPage, signInWithPasskey } from '../testing/accountPage.ts'
import { type Answer, createDevice, type Device, problemCode, problemData } from '../testing/createDevice.ts'
import { createTestService, HOST, type TestService, WALLET } from '../testing/createTestService.ts'
import { createActiveWallet, createReceiver } from '../testing/createVault.ts'
import { addMethod, createTwoMethods, proveMethod, type Vault } from '../testing/recoveryMethods.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let service: TestService
let count = 0
beforeAll(async () => {
  const demo = { name: 'Demo', allowedOrigins: [HOST], newDeviceHoldHours: 2 }
  service = await createTestService({
    projects: [{ ...demo, id: 'demo', mode: 'development' }],
    limits: { codesPerQuarterHour: 1_000, codesPerDay: 1_000, recoveriesPerHour: 1_000 },
  })
})
afterAll(() => service.stop())

const newEmail = () => `waits${++count}@example.com`
/** A signed-in device, and the wallet of its account. */
type Asker = Pick<AccountPage, 'device' | 'token' | 'userId'>
type Route = (asker: Asker, vault: Vault) => Promise<Answer>

const params = ({ ids }: Vault) => ({ walletId: ids.wallet })

const recover: Route = async ({ device, token }, vault) => {
  const [shares, keys] = [await createReceiver(), await createReceiver()]
  const body = { publicKey: shares.publicKey, recoveryKeyPublicKey: keys.publicKey }
  return device.call(protocol.recoverWallet, { token, params: params(vault), body })
}
const open: Route = async ({ device, token }, vault) => {
  const { publicKey } = await createReceiver()
  return device.call(protocol.openMethod, { token, params: params(vault), body: { kind: 'code', publicKey } })
}
const join: Route = async ({ device, token, userId }, vault) => {
  const [waiting, deviceId, keysetId] = [await createDevice(service), randomId(), randomId()]
  const asked = { projectId: 'demo', hostOrigin: HOST, deviceId }
  const { joinId } = await waiting.must(protocol.startJoin, { body: asked })
  const share = vault.secrets.deviceShare
  const { publicKey } = await createReceiver()
  const body = {
    walletId: vault.ids.wallet,
    keysetId,
    serverShare: await vault.seal(share, 'keyset', userId, vault.ids.wallet, keysetId),
    clientShare: await sealTo(publicKey, share, `v1|join|${joinId}|${keysetId}|${deviceId}`),
  }
  return device.call(protocol.approveJoin, { token, params: { joinId }, body })
}
const exportAs =
  (what: 'key' | 'phrase' | 'kit'): Route =>
  ({ device, token }) =>
    device.call(protocol.allowExport, { token, body: { what } })
const keep: Route = async ({ device, token }, vault) =>
  device.call(protocol.addKeyset, {
    token,
    params: params(vault),
    body: await vault.keyset(randomId(), vault.secrets.deviceShare, randomId()),
  })

/** Every call that gives the wallet's secret to somebody without it. */
const giving = [
  ['both recovery halves', recover],
  ['the halves of a way to recover', open],
  ['a device that another one lets in', join],
  ['the export of a key', exportAs('key')],
  ['the export of the phrase', exportAs('phrase')],
  ['the recovery kit', exportAs('kit')],
] as const

const held = (answer: Answer) => [answer.status, problemCode(answer), problemData(answer)?.retryAfter]
const set = (userId: string, values: Partial<typeof users.$inferInsert>) =>
  service.database.db.update(users).set(values).where(eq(users.id, userId))

async function createOwner() {
  const { page, vault, passkey } = await createTwoMethods(service, newEmail())
  return { page, vault, passkey, email: page.login.session.user.email ?? '' }
}

const holds = ['exportHeldUntil', 'recoveryHeldUntil'] as const
const cases = giving.flatMap(([name, route]) => holds.map((hold) => [name, hold, route] as const))
test.each(cases)('%s waits for %s, and comes after it', async (_, hold, route) => {
  const { page, vault } = await createOwner()
  await set(page.userId, { [hold]: service.config.now() + 90_500 })
  expect(held(await route(page, vault))).toEqual([403, protocol.AccountHeldError.code, 91])
  service.advance(90_500)
  expect((await route(page, vault)).status).toBe(200)
})

test('after a change of the e-mail address the new mailbox gets no halves for a day', async () => {
  const { page, vault, email } = await createOwner()
  service.advance(31_000)
  const next = newEmail()
  const { changeId } = await page.device.must(protocol.startEmailChange, {
    token: page.token,
    body: { email: next },
  })
  const codeTo = (to: string) =>
    / {4}([0-9A-Z]{8})\s/.exec(service.mails.findLast((mail) => mail.to === to)?.text ?? '')?.[1] ?? ''
  const { token } = page
  const answer = (code: string) => ({ token, body: { changeId, code } })
  await page.device.must(protocol.verifyEmailPrimary, answer(codeTo(email)))
  await page.device.must(protocol.verifyEmailSecondary, answer(codeTo(next)))
  const stranger = await openAccountPage(service, next)
  const refused = await recover(stranger, vault)
  expect(held(refused)).toEqual([403, protocol.AccountHeldError.code, DAY / 1_000 - 31])
  expect(problemCode(await open(stranger, vault))).toBe(protocol.AccountHeldError.code)
  service.advance(DAY)
  const later = await openAccountPage(service, next, stranger.device)
  expect((await recover(later, vault)).status).toBe(200)
})

test('a new device of a wallet that exists waits for everything, keeps nothing and lets nobody in', async () => {
  const { vault, email } = await createOwner()
  const stranger = await openAccountPage(service, email)
  for (const route of [recover, join, exportAs('key'), exportAs('phrase'), exportAs('kit'), keep])
    expect(held(await route(stranger, vault))).toEqual([403, protocol.AccountHeldError.code, 2 * 3_600])
  service.advance(2 * HOUR)
  const later = await openAccountPage(service, email, stranger.device)
  for (const route of [recover, join, exportAs('key'), keep])
    expect((await route(later, vault)).status).toBe(200)
})

test('a new device that waits takes nothing away that a freeze could not bring back', async () => {
  const { page, passkey, email } = await createOwner()
  const stranger = await openAccountPage(service, email)
  const { device, token } = stranger
  const revoke = (deviceId: string) => device.call(protocol.revokeDevice, { token, params: { deviceId } })
  const calls = [
    revoke(page.device.jkt),
    device.call(protocol.deleteAccount, { token }),
    device.call(protocol.removeMethod, { token, params: { methodId: passkey.methodId } }),
    device.call(protocol.removeIdentity, { token, params: { identityId: randomId() } }),
    device.call(protocol.revokeSite, { token, body: { projectId: 'demo', origin: HOST } }),
  ]
  for (const answer of await Promise.all(calls))
    expect(problemCode(answer)).toBe(protocol.AccountHeldError.code)
  expect((await revoke(device.jkt)).status).toBe(200)
  const again = await openAccountPage(service, email, page.device)
  expect((await again.device.call(protocol.deleteAccount, { token: again.token })).status).toBe(200)
})

test('a share of an own device is not released while that device waits', async () => {
  const { page, vault } = await createOwner()
  const release = async () => {
    const { publicKey } = await createReceiver()
    const body = { publicKey, purpose: 'sign' }
    return page.device.call(protocol.releaseShare, {
      token: page.token,
      params: { keysetId: vault.ids.keyset },
      body,
    })
  }
  expect((await release()).status).toBe(200)
  const own = and(eq(devices.userId, page.userId), eq(devices.jkt, page.device.jkt))
  await service.database.db
    .update(devices)
    .set({ heldUntil: service.config.now() + 5_000 })
    .where(own)
  expect(held(await release())).toEqual([403, protocol.AccountHeldError.code, 5])
  service.advance(5_000)
  expect((await release()).status).toBe(200)
})

/** As a host page's keys app, which the passkey alone lets in. */
async function enterByPasskey(device: Device, passkey: Parameters<typeof signInWithPasskey>[1]) {
  const login = await signInWithPasskey(device, passkey, HOST)
  return { device, token: login.tokens.accessToken, userId: login.session.user.id }
}

test('a passkey that is older than the wait lets a new device in at once, a younger one does not', async () => {
  const { vault, passkey, email } = await createOwner()
  const early = await enterByPasskey(await createDevice(service), passkey)
  expect(problemCode(await recover(early, vault))).toBe(protocol.AccountHeldError.code)
  service.advance(2 * HOUR)
  const old = await enterByPasskey(await createDevice(service), passkey)
  expect((await recover(old, vault)).status).toBe(200)
  // Whoever has the mailbox makes a passkey of their own, and comes with it from another machine.
  const stranger = await openAccountPage(service, email)
  const young = await addPasskey(stranger)
  for (const by of [stranger.device, await createDevice(service)])
    expect(problemCode(await recover(await enterByPasskey(by, young), vault))).toBe(
      protocol.AccountHeldError.code,
    )
})

test('a wallet without a wait on its project is open at once', async () => {
  const free = await createTestService({
    deps: { database: service.database },
    projects: [{ id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST] }],
  })
  const page = await openAccountPage(free, newEmail())
  const vault = await createActiveWallet(free, page.device, page.login)
  const email = page.login.session.user.email ?? ''
  const code = await addMethod(page, vault, { kind: 'code' })
  await proveMethod(page, vault, code.methodId)
  const second = await openAccountPage(free, email)
  expect((await recover(second, vault)).status).toBe(200)
  expect((await open(second, vault)).status).toBe(200)
  await free.stop()
})

/** How many notices with a link a mailbox has got, once all that waits is delivered. */
async function toldOf(email: string): Promise<number> {
  for (let seen = -1; seen < service.mails.length; await service.deliverMail()) seen = service.mails.length
  return service.mails.filter(({ to, text }) => to === email && text.includes(`${WALLET}/link#`)).length
}

test('a device that takes itself out and comes back waits as every new one, and the mailbox is told again', async () => {
  const email = newEmail()
  const owner = await openAccountPage(service, email)
  const vault = await createActiveWallet(service, owner.device, owner.login)
  const thief = await openAccountPage(service, email)
  expect(held(await recover(thief, vault))).toEqual([403, protocol.AccountHeldError.code, 7_200])
  await addMethod(thief, vault, { kind: 'code' })
  const params = { deviceId: thief.device.jkt }
  await thief.device.must(protocol.revokeDevice, { token: thief.token, params })
  const told = await toldOf(email)
  const back = await openAccountPage(service, email, thief.device)
  expect(held(await recover(back, vault))).toEqual([403, protocol.AccountHeldError.code, 7_200])
  expect(await toldOf(email)).toBe(told + 1)
})

test('a device whose join was approved from another network waits too when it signs in in another way', async () => {
  const email = newEmail()
  const owner = await openAccountPage(service, email)
  const vault = await createActiveWallet(service, owner.device, owner.login)
  const far = await createDevice(service, '198.51.100.9')
  const [deviceId, keysetId] = [randomId(), randomId()]
  const asked = { projectId: 'demo', hostOrigin: HOST, deviceId }
  const { joinId, number } = await far.must(protocol.startJoin, { body: asked })
  const share = vault.secrets.deviceShare
  const { publicKey } = await createReceiver()
  const body = {
    ...{ walletId: vault.ids.wallet, keysetId, number },
    serverShare: await vault.seal(share, 'keyset', owner.userId, vault.ids.wallet, keysetId),
    clientShare: await sealTo(publicKey, share, `v1|join|${joinId}|${keysetId}|${deviceId}`),
  }
  await owner.device.must(protocol.approveJoin, { token: owner.token, params: { joinId }, body })
  const inside = await openAccountPage(service, email, far)
  expect(held(await recover(inside, vault))).toEqual([403, protocol.AccountHeldError.code, 7_200])
  expect(await toldOf(email)).toBe(1)
})
