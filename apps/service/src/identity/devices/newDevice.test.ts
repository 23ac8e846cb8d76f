import * as protocol from '@latchkey/protocol/http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../../db/schema.ts'
import { addPasskey, openAccountPage, signInWithPasskey } from '../../testing/accountPage.ts'
import { askAsWallet, tokenIn } from '../../testing/askAsWallet.ts'
import {
  codeIn,
  createDevice,
  type Device,
  problemCode,
  problemData,
  type SignedIn,
} from '../../testing/createDevice.ts'
import { createTestService, HOST, type TestService, WALLET } from '../../testing/createTestService.ts'
import { createActiveWallet, createReceiver } from '../../testing/createVault.ts'

const HOUR = 3_600_000
const demo = { name: 'Demo & Co', mode: 'development', allowedOrigins: [HOST] }

let service: TestService
let count = 0
beforeAll(async () => {
  service = await createTestService({
    projects: [
      { ...demo, id: 'demo' },
      { ...demo, id: 'careful', newDeviceHoldHours: 24 },
    ],
    limits: { codesPerQuarterHour: 100 },
  })
})
afterAll(() => service.stop())

const newEmail = () => `owner${++count}@example.com`
const use = (token: string) => askAsWallet(service, protocol.useMailLink, { token })
const read = (token: string) => askAsWallet(service, protocol.readMailLink, { token })
const noticesTo = (email: string) =>
  service.mails.filter(({ to, text }) => to === email && text.includes(`${WALLET}/link#`))

/** Signs in after the pause between two codes, and lets the queue deliver. */
async function signIn(by: Device, email: string): Promise<SignedIn> {
  service.advance(31_000)
  const login = await by.signIn(email)
  await service.deliverMail()
  return login
}

/** An account with a wallet, its first device, and what it needs to sign. */
async function createOwner(email = newEmail()) {
  const device = await createDevice(service)
  const login = await signIn(device, email)
  const vault = await createActiveWallet(service, device, login)
  const release = async (token = login.tokens.accessToken) => {
    const { publicKey } = await createReceiver()
    const body = { publicKey, purpose: 'sign' }
    return device.call(protocol.releaseShare, { token, params: { keysetId: vault.ids.keyset }, body })
  }
  return { email, device, login, vault, release }
}

async function recover(by: Device, { tokens }: SignedIn, walletId: string) {
  const [shares, keys] = [await createReceiver(), await createReceiver()]
  const body = { publicKey: shares.publicKey, recoveryKeyPublicKey: keys.publicKey }
  return by.call(protocol.recoverWallet, { token: tokens.accessToken, params: { walletId }, body })
}

test('the first device of a new account is no news; the second is told once, with a way to disown it', async () => {
  const { email, device } = await createOwner()
  expect(noticesTo(email)).toHaveLength(0)
  const second = await createDevice(service, '198.51.100.7')
  await signIn(second, email)
  const [notice] = noticesTo(email)
  expect(notice?.text).toContain(HOST)
  expect(notice?.text).toContain('198.51.100.0/24')
  expect(notice?.text).not.toContain('198.51.100.7')
  await signIn(second, email)
  await signIn(device, email)
  expect(noticesTo(email)).toHaveLength(1)
  const shown = protocol.readMailLink.reply.parse((await read(tokenIn(notice?.text, 'link'))).body)
  expect(shown).toMatchObject({
    kind: 'not-me',
    facts: { hostOrigin: HOST, browser: 'Unknown browser', place: '198.51.100.0/24' },
  })
})

test('"this was not me" freezes: sessions end, no share, no recovery, no device; the disowned key gets no code', async () => {
  const owner = await createOwner()
  const thief = await createDevice(service)
  const stolen = await signIn(thief, owner.email)
  expect((await owner.release()).status).toBe(200)
  const token = tokenIn(noticesTo(owner.email)[0]?.text, 'link')
  await Promise.all(Array.from({ length: 5 }, () => read(token)))
  expect((await owner.release()).status).toBe(200)
  expect((await use(token)).status).toBe(200)
  for (const [by, { tokens }] of [
    [thief, stolen],
    [owner.device, owner.login],
  ] as const) {
    expect(problemCode(await by.call(protocol.getSession, { token: tokens.accessToken }))).toBe(4210)
    const refreshed = await by.call(protocol.refresh, { body: { refreshToken: tokens.refreshToken } })
    expect(problemCode(refreshed)).toBe(protocol.InvalidTokenError.code)
  }
  await service.deliverMail()
  expect(service.mails.at(-1)?.text).toContain(`${WALLET}/account?projectId=demo`)
  service.advance(31_000)
  expect(problemCode(await thief.start(owner.email))).toBe(protocol.DeviceRejectedError.code)
  const again = await signIn(owner.device, owner.email).catch(() => null)
  // Others are asked about from the mailbox while the refusal is fresh.
  expect(again).toBeNull()
  service.advance(24 * HOUR)
  const back = await signIn(owner.device, owner.email)
  expect(problemCode(await owner.release(back.tokens.accessToken))).toBe(protocol.AccountFrozenError.code)
  expect(problemCode(await recover(owner.device, back, owner.vault.ids.wallet))).toBe(4140)
  const keyset = await owner.vault.keyset('B'.repeat(22), owner.vault.secrets.deviceShare)
  const added = await owner.device.call(protocol.addKeyset, {
    token: back.tokens.accessToken,
    params: { walletId: owner.vault.ids.wallet },
    body: keyset,
  })
  expect(problemCode(added)).toBe(protocol.AccountFrozenError.code)
  const change = await owner.device.call(protocol.startEmailChange, {
    token: back.tokens.accessToken,
    body: { email: newEmail() },
  })
  expect(problemCode(change)).toBe(protocol.AccountFrozenError.code)
})

test('a link works once, for seven days, from the wallet alone', async () => {
  const { email } = await createOwner()
  await signIn(await createDevice(service), email)
  const token = tokenIn(noticesTo(email)[0]?.text, 'link')
  const foreign = await askAsWallet(service, protocol.useMailLink, { token }, { origin: HOST })
  expect(problemCode(foreign)).toBe(protocol.OriginNotAllowedError.code)
  const answers = await Promise.all(Array.from({ length: 50 }, () => use(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(problemCode(await read(token))).toBe(protocol.MailLinkGoneError.code)

  const other = await createOwner()
  await signIn(await createDevice(service), other.email)
  const late = tokenIn(noticesTo(other.email)[0]?.text, 'link')
  service.advance(7 * 24 * HOUR)
  expect(problemCode(await use(late))).toBe(protocol.MailLinkGoneError.code)
  expect(problemCode(await use('A'.repeat(43)))).toBe(protocol.MailLinkGoneError.code)
})

test('a rejected request of a key that was in before freezes the account; a stranger’s does not', async () => {
  const email = newEmail()
  const strict = await createTestService({
    deps: { database: service.database },
    projects: [{ ...demo, id: 'demo', deviceVerification: 'always' }],
    limits: {},
  })
  const { device } = await createOwner(email)
  strict.advance(service.config.now() - strict.config.now())
  const reject = async (by: Device) => {
    strict.advance(60_000)
    await by.call(protocol.startEmail, {
      body: { projectId: 'demo', hostOrigin: HOST, email, purpose: 'login' },
    })
    const token = tokenIn(strict.mails.at(-1)?.text, 'device')
    await askAsWallet(strict, protocol.answerDeviceRequest, { token, answer: 'reject' })
    const { rows } = (await service.database.db.execute(
      sql`select count(*)::int as frozen from users where frozen_at >= ${strict.config.now()}`,
    )) as unknown as { rows: { frozen: number }[] }
    return rows[0]?.frozen
  }
  expect(await reject(await createDevice(strict))).toBe(0)
  // The same key, speaking to another process of the service.
  expect(await reject(await createDevice(strict, device.address, device.keys))).toBe(1)
  await strict.stop()
})

test('a hold makes a brand-new device wait; the account’s first device and a passkey do not', async () => {
  const { email, device, vault } = await createOwner()
  const careful = { body: { projectId: 'careful' } }
  // Connecting the account with the careful project puts it under its hold, whatever project is used next.
  service.advance(31_000)
  const { challengeId } = protocol.startEmail.reply.parse((await device.start(email, careful)).body)
  const code = codeIn(service.mails.at(-1)?.text)
  const connect = await device.must(protocol.verifyEmail, { body: { challengeId, code } })
  expect((await recover(device, connect, vault.ids.wallet)).status).toBe(200)
  const passkey = await addPasskey(await openAccountPage(service, email, device))
  service.advance(24 * HOUR)
  const second = await createDevice(service)
  const login = await signIn(second, email)
  const held = await recover(second, login, vault.ids.wallet)
  expect([held.status, problemCode(held)]).toEqual([403, protocol.AccountHeldError.code])
  expect(problemData(held)).toEqual({ retryAfter: 24 * 3_600 })
  const third = await createDevice(service)
  const vouched = await signInWithPasskey(third, passkey, HOST)
  expect((await recover(third, vouched, vault.ids.wallet)).status).toBe(200)
  // What ends a wait is written down with the device; the session's method ends none.
  await service.database.db.update(sessions).set({ method: 'join' }).where(sql`jkt = ${second.jkt}`)
  expect(problemCode(await recover(second, login, vault.ids.wallet))).toBe(protocol.AccountHeldError.code)
  service.advance(12 * HOUR)
  const later = await signIn(second, email)
  expect(problemCode(await recover(second, later, vault.ids.wallet))).toBe(protocol.AccountHeldError.code)
  service.advance(12 * HOUR)
  const after = await signIn(second, email)
  expect((await recover(second, after, vault.ids.wallet)).status).toBe(200)
})
