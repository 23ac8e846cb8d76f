import * as protocol from '@latchkey/protocol/http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { randomId } from '../crypto/bytes.ts'
import { recordKeys } from '../crypto/serviceKeys.ts'
import { audit } from '../db/audit.ts'
import { identities } from '../db/identitySchema.ts'
import { auditEvents, users } from '../db/schema.ts'
import { sponsorSpending, sponsorships } from '../db/sponsorSchema.ts'
import { sealLabel } from '../identity/users/users.ts'
import { type AccountPage, addPasskey, openAccountPage, signInWithPasskey } from '../testing/accountPage.ts'
import { createDevice, problemCode, problemData } from '../testing/createDevice.ts'
import { createTestService, HOST, type TestService, WALLET } from '../testing/createTestService.ts'
import { createActiveWallet, createReceiver } from '../testing/createVault.ts'
import { createTwoMethods } from '../testing/recoveryMethods.ts'
import { safeAddressOf } from '../userOperations/userOperation.ts'

let service: TestService
let count = 0
beforeAll(async () => {
  service = await createTestService({ limits: {} })
})
afterAll(() => service.stop())

const newEmail = () => `account${++count}@example.com`
const emailOf = (page: AccountPage) => page.login.session.user.email ?? ''
const set = (userId: string, values: Partial<typeof users.$inferInsert>) =>
  service.database.db.update(users).set(values).where(eq(users.id, userId))
const read = ({ device, token }: Pick<AccountPage, 'device' | 'token'>) =>
  device.must(protocol.getAccount, { token })

async function person() {
  const page = await openAccountPage(service, newEmail())
  return { page, vault: await createActiveWallet(service, page.device, page.login) }
}

/** A second device of the same person, in a host page, by the short code. */
async function signInElsewhere(page: AccountPage) {
  service.advance(31_000)
  const device = await createDevice(service)
  const login = await device.signIn(emailOf(page))
  return { device, login, token: login.tokens.accessToken, userId: page.userId }
}

async function addIdentity(userId: string, provider = 'google') {
  const id = randomId()
  const at = service.config.now()
  await service.database.db.insert(identities).values({
    id,
    userId,
    provider,
    issuer: 'https://id.example',
    subjectKey: randomId(),
    labelSealed: null,
    createdAt: at,
    usedAt: at,
  })
  return id
}

test('the account page learns everything in one answer, and nothing of others', async () => {
  const { page, vault } = await person()
  const stranger = await person()
  const host = await signInElsewhere(page)
  const again = { ...page, token: page.token }
  const passkey = await addPasskey(page)
  const identityId = await addIdentity(page.userId)
  const account = await read(again)
  expect(account).toMatchObject({
    emailHint: expect.stringContaining('@example.com'),
    tier: 'standard',
    wallet: { id: vault.ids.wallet, status: 'active' },
    frozenAt: null,
    exportHeldUntil: null,
    recoveryHeldUntil: null,
    exportedAt: null,
    sites: [{ projectId: 'demo', projectName: 'Demo & Co', origin: HOST }],
    methods: [{ id: passkey.methodId, kind: 'passkey', label: 'Laptop', provenAt: null, seals: false }],
  })
  expect(account.identities).toMatchObject([
    { id: page.userId, provider: 'email' },
    { id: identityId, provider: 'google' },
  ])
  expect(account.freshUntil).toBe((await read(again)).freshUntil)
  const devices = new Map(account.devices.map((device) => [device.id, device]))
  expect(devices.get(page.device.jkt)).toMatchObject({ current: true, hasShare: true, sites: [WALLET] })
  expect(devices.get(host.device.jkt)).toMatchObject({ current: false, hasShare: false, sites: [HOST] })
  expect(JSON.stringify(account)).not.toContain(stranger.page.userId)
  expect((await read(host)).freshUntil).toBeNull()
  service.advance(300_001)
  expect((await read(again)).freshUntil).toBeNull()
})

test('a label is opened for its owner', async () => {
  const { page } = await person()
  const id = await addIdentity(page.userId, 'github')
  const key = recordKeys(service.config.secrets.kek) as ServiceContext
  const labelSealed = sealLabel(key, { id, userId: page.userId }, 'ada')
  await service.database.db.update(identities).set({ labelSealed }).where(eq(identities.id, id))
  const { identities: shown } = await read(page)
  expect(shown).toContainEqual(expect.objectContaining({ provider: 'github', label: 'ada' }))
})

describe('the activity log', () => {
  test('comes in pages, newest first, and says that it is intact', async () => {
    const { page } = await person()
    await page.device.must(protocol.revokeSite, {
      token: page.token,
      body: { projectId: 'demo', origin: WALLET },
    })
    for (let index = 0; index < 60; index++)
      await audit(service.database.db, { at: index, userId: page.userId, kind: 'share-released' })
    const ask = (query?: string) =>
      page.device.must(protocol.getActivity, { token: page.token, ...(query ? { query } : {}) })
    const first = await ask()
    expect(first).toMatchObject({ intact: true, next: expect.any(Number) })
    expect(first.events).toHaveLength(50)
    const seen = [...first.events]
    for (let next = first.next; next !== null; ) {
      const more = await ask(`?before=${next}`)
      seen.push(...more.events)
      next = more.next
    }
    expect(seen.map(({ sequence }) => sequence)).toEqual(seen.map((_, index) => seen.length - 1 - index))
    const kinds = new Set(seen.map(({ kind }) => kind))
    for (const kind of ['signed-in', 'wallet-created', 'wallet-confirmed', 'site-revoked'])
      expect(kinds).toContain(kind)
    for (const query of ['?before=x', '?before=-1', '?before=1e3'])
      expect(problemCode(await page.device.call(protocol.getActivity, { token: page.token, query }))).toBe(
        protocol.InvalidRequestError.code,
      )
  })
  test('says so when an entry was changed', async () => {
    const { page } = await person()
    const log = () => page.device.must(protocol.getActivity, { token: page.token })
    expect((await log()).intact).toBe(true)
    const changed = sql`user_id = ${page.userId} and sequence = 1`
    await service.database.db.update(auditEvents).set({ kind: 'signed-out' }).where(changed)
    expect((await log()).intact).toBe(false)
  })
  test('is checked by the page: an old entry that was changed or taken out shows where it is', async () => {
    const { page } = await person()
    for (let index = 0; index < 120; index++)
      await audit(service.database.db, { at: index, userId: page.userId, kind: 'share-released' })
    const pages = async () => {
      const intact: boolean[] = []
      for (let query = ''; ; ) {
        const log = await page.device.must(protocol.getActivity, { token: page.token, query })
        intact.push(log.intact)
        if (log.next === null) return intact
        query = `?before=${log.next}`
      }
    }
    const whole = await pages()
    expect([whole.length, whole.every(Boolean)]).toEqual([3, true])
    const old = sql`user_id = ${page.userId} and sequence = 2`
    const [kept] = await service.database.db.select().from(auditEvents).where(old)
    await service.database.db.delete(auditEvents).where(old)
    expect(await pages()).toEqual([true, true, false])
    if (kept) await service.database.db.insert(auditEvents).values({ ...kept, facts: { method: 'other' } })
    expect(await pages()).toEqual([true, true, false])
  })
  test('holds no address', async () => {
    const { page } = await person()
    await signInElsewhere(page)
    const { events } = await page.device.must(protocol.getActivity, { token: page.token })
    const text = JSON.stringify(events)
    for (const secret of [emailOf(page), '203.0.113', page.token]) expect(text).not.toContain(secret)
  })
})

describe('a device is revoked', () => {
  const revoke = ({ device, token }: Pick<AccountPage, 'device' | 'token'>, deviceId: string) =>
    device.call(protocol.revokeDevice, { token, params: { deviceId } })
  test('with all its sessions and shares, and signs no more', async () => {
    const { page, vault } = await person()
    const other = await signInElsewhere(page)
    const keysetId = randomId()
    await other.device.must(protocol.addKeyset, {
      token: other.token,
      params: { walletId: vault.ids.wallet },
      body: await vault.keyset(keysetId, vault.secrets.deviceShare, randomId()),
    })
    expect((await revoke(page, other.device.jkt)).status).toBe(200)
    expect((await other.device.call(protocol.getSession, { token: other.token })).status).toBe(401)
    const refreshed = await other.device.call(protocol.refresh, {
      body: { refreshToken: other.login.tokens.refreshToken },
    })
    expect(refreshed.status).toBe(401)
    service.advance(31_000)
    const back = await other.device.signIn(emailOf(page))
    const { publicKey } = await createReceiver()
    const release = await other.device.call(protocol.releaseShare, {
      token: back.tokens.accessToken,
      params: { keysetId },
      body: { publicKey, purpose: 'sign' },
    })
    expect(problemCode(release)).toBe(protocol.KeysetNotFoundError.code)
    const { devices } = await read(page)
    expect(devices.find(({ id }) => id === other.device.jkt)).toMatchObject({ hasShare: false })
  })
  test('also the present one, and no other while the account is frozen', async () => {
    const { page } = await person()
    const other = await signInElsewhere(page)
    await set(page.userId, { frozenAt: service.config.now() })
    expect(problemCode(await revoke(other, page.device.jkt))).toBe(protocol.AccountFrozenError.code)
    expect((await revoke(page, page.device.jkt)).status).toBe(200)
    expect((await page.device.call(protocol.getAccount, { token: page.token })).status).toBe(401)
  })
  test('by its owner alone', async () => {
    const [mia, eve] = [await person(), await person()]
    expect(problemCode(await revoke(eve.page, mia.page.device.jkt))).toBe(protocol.NotFoundError.code)
    expect(problemCode(await revoke(eve.page, randomId()))).toBe(protocol.NotFoundError.code)
    expect((await read(mia.page)).devices).toHaveLength(1)
  })
})

test('a site is disconnected: its pages see no account any more', async () => {
  const { page } = await person()
  const host = await signInElsewhere(page)
  const site = { projectId: 'demo', origin: HOST }
  for (const _ of ['once', 'twice'])
    await page.device.must(protocol.revokeSite, { token: page.token, body: site })
  expect((await host.device.must(protocol.getSession, { token: host.token })).grants).not.toContain(HOST)
  expect((await read(page)).sites).toEqual([])
})

describe('an identity is removed', () => {
  const remove = ({ device, token }: Pick<AccountPage, 'device' | 'token'>, identityId: string) =>
    device.call(protocol.removeIdentity, { token, params: { identityId } })
  test('after a fresh login by more than the short code; then export waits a day', async () => {
    const { page } = await person()
    const identityId = await addIdentity(page.userId)
    const host = await signInElsewhere(page)
    expect(problemCode(await remove(host, identityId))).toBe(protocol.FreshLoginRequiredError.code)
    expect((await remove(page, identityId)).status).toBe(200)
    const { identities: left, exportHeldUntil } = await read(page)
    expect(left.map(({ provider }) => provider)).toEqual(['email'])
    expect(exportHeldUntil).toBe(service.config.now() + 86_400_000)
    expect(problemCode(await remove(page, identityId))).toBe(protocol.NotFoundError.code)
  })
  test('by its owner alone, and the address not this way', async () => {
    const [mia, eve] = [await person(), await person()]
    const identityId = await addIdentity(mia.page.userId)
    for (const id of [identityId, mia.page.userId, eve.page.userId])
      expect(problemCode(await remove(eve.page, id))).toBe(protocol.NotFoundError.code)
  })
  test('not if it is the last way to sign in; a passkey and an address are ways too', async () => {
    const { page } = await person()
    const [one, two] = [await addIdentity(page.userId), await addIdentity(page.userId, 'x')]
    await set(page.userId, { emailKey: null })
    const answers = await Promise.all([remove(page, one), remove(page, two)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused && problemCode(refused)).toBe(protocol.LastIdentityError.code)
    await addPasskey(page)
    const [left] = (await read(page)).identities
    expect((await remove(page, left?.id ?? '')).status).toBe(200)
  })
})

describe('a freeze is lifted', () => {
  const lift = ({ device, token }: Pick<AccountPage, 'device' | 'token'>) =>
    device.call(protocol.unfreeze, { token })
  test('by a fresh long login, and everybody else is out first', async () => {
    const { page, vault } = await person()
    const thief = await signInElsewhere(page)
    const keysetId = randomId()
    await thief.device.must(protocol.addKeyset, {
      token: thief.token,
      params: { walletId: vault.ids.wallet },
      body: await vault.keyset(keysetId, vault.secrets.deviceShare, randomId()),
    })
    await set(page.userId, { frozenAt: service.config.now() })
    expect(problemCode(await lift(thief))).toBe(protocol.FreshLoginRequiredError.code)
    const owner = await openAccountPage(service, emailOf(page), page.device)
    expect((await read(owner)).frozenAt).not.toBeNull()
    expect((await lift(owner)).status).toBe(200)
    expect((await thief.device.call(protocol.getSession, { token: thief.token })).status).toBe(401)
    const account = await read(owner)
    expect(account.frozenAt).toBeNull()
    expect(account.devices.map(({ id }) => id)).toEqual([owner.device.jkt])
    expect(account.devices[0]?.hasShare).toBe(true)
    // Without a freeze nothing happens.
    const other = await signInElsewhere(page)
    expect((await lift(owner)).status).toBe(200)
    expect((await other.device.call(protocol.getSession, { token: other.token })).status).toBe(200)
  })
})

describe('an export', () => {
  const ask = ({ device, token }: Pick<AccountPage, 'device' | 'token'>, what = 'phrase') =>
    device.call(protocol.allowExport, { token, body: { what } })
  test('is allowed after the long code or a passkey, marked, logged and told by mail', async () => {
    const { page } = await person()
    const passkey = await addPasskey(page)
    expect((await ask(page, 'kit')).status).toBe(200)
    expect((await read(page)).exportedAt).toBeNull()
    const laptop = await createDevice(service)
    const login = await signInWithPasskey(laptop, passkey)
    const before = service.mails.length
    expect((await ask({ device: laptop, token: login.tokens.accessToken })).status).toBe(200)
    expect((await read(page)).exportedAt).toBe(service.config.now())
    await service.deliverMail()
    const sent = service.mails.slice(before).map(({ to, text }) => ({ to, text }))
    expect(sent).toContainEqual({ to: emailOf(page), text: expect.stringContaining(`${WALLET}/account`) })
    const { events } = await page.device.must(protocol.getActivity, { token: page.token })
    expect(events.filter(({ kind }) => kind === 'export-allowed').map(({ facts }) => facts.what)).toEqual([
      'phrase',
      'kit',
    ])
  })
  test('R5-26 is refused after the short code, after five minutes, and without a wallet', async () => {
    const { page } = await person()
    expect(problemCode(await ask(await signInElsewhere(page)))).toBe(protocol.FreshLoginRequiredError.code)
    service.advance(300_001)
    expect(problemCode(await ask(page))).toBe(protocol.FreshLoginRequiredError.code)
    const empty = await openAccountPage(service, newEmail())
    expect(problemCode(await ask(empty))).toBe(protocol.WalletNotFoundError.code)
  })
  test('is refused while the account is frozen or on hold, with the time that is left', async () => {
    const { page } = await person()
    await set(page.userId, { exportHeldUntil: service.config.now() + 9_500 })
    const held = await ask(page)
    expect([problemCode(held), problemData(held)]).toEqual([
      protocol.AccountHeldError.code,
      { retryAfter: 10 },
    ])
    await set(page.userId, { exportHeldUntil: null, frozenAt: 1 })
    expect(problemCode(await ask(page))).toBe(protocol.AccountFrozenError.code)
  })
})

describe('an account is deleted', () => {
  const remove = ({ device, token }: Pick<AccountPage, 'device' | 'token'>) =>
    device.call(protocol.deleteAccount, { token })
  /** Every table as text. */
  async function dump(): Promise<Map<string, string>> {
    const { db } = service.database
    const query = async (text: string) =>
      ((await db.execute(sql.raw(text))) as unknown as { rows: Record<string, unknown>[] }).rows
    const names = await query(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    const contents = await Promise.all(
      names.map(
        async ({ name }) => [String(name), JSON.stringify(await query(`select * from "${name}"`))] as const,
      ),
    )
    return new Map(contents)
  }
  test('with every row that knows it', async () => {
    const { page, vault, passkey } = await createTwoMethods(service, newEmail())
    await addIdentity(page.userId)
    await signInElsewhere(page)
    await page.device.start(emailOf(page))
    const { db } = service.database
    const walletId = vault.ids.wallet
    const paid = { projectId: 'demo', walletId, chainId: 1, day: 1, wei: 1n }
    await db.insert(sponsorSpending).values({ ...paid, operations: 1 })
    await db.insert(sponsorships).values({ ...paid, nonce: '0', userOpHash: '0x', validUntil: 1 })
    const [row] = await db.select().from(users).where(eq(users.id, page.userId))
    const traces = [
      safeAddressOf(vault.account.address).toLowerCase(),
      page.userId,
      vault.ids.wallet,
      row?.emailKey ?? '-',
      passkey.userHandle,
      vault.account.address,
    ]
    const found = async () =>
      [...(await dump())]
        .filter(([, text]) => traces.some((trace) => text.includes(trace)))
        .map(([name]) => name)
    expect((await found()).length).toBeGreaterThan(10)
    expect((await remove(page)).status).toBe(200)
    // Send limits outlive it by a day at most; they are what keeps a mailbox from being flooded.
    expect(await found()).toEqual(['counters'])
    expect((await page.device.call(protocol.getAccount, { token: page.token })).status).toBe(401)
    service.advance(600_000)
    const anew = await openAccountPage(service, emailOf(page))
    expect(anew.userId).not.toBe(page.userId)
    expect((await read(anew)).wallet).toBeNull()
  })
  test('leaving all others as they were', async () => {
    const [mia, bob] = [await person(), await person()]
    const before = await read(bob.page)
    await remove(mia.page)
    expect(await read(bob.page)).toEqual(before)
  })
  test('after a fresh long login, and not while it is frozen or on hold', async () => {
    const { page } = await person()
    expect(problemCode(await remove(await signInElsewhere(page)))).toBe(protocol.FreshLoginRequiredError.code)
    await set(page.userId, { recoveryHeldUntil: service.config.now() + 1_000 })
    expect(problemCode(await remove(page))).toBe(protocol.AccountHeldError.code)
    await set(page.userId, { recoveryHeldUntil: null, frozenAt: 1 })
    expect(problemCode(await remove(page))).toBe(protocol.AccountFrozenError.code)
  })
})
