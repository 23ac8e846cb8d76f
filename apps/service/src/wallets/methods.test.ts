import * as protocol from '@latchkey/protocol/http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomId } from '../crypto/bytes.ts'
import { keysets, users, wallets } from '../db/schema.ts'
import { recoveryKeys } from '../recovery/schema.ts'
import { type AccountPage, addPasskey, openAccountPage, signInWithPasskey } from '../testing/accountPage.ts'
import { createDevice, problemCode, type SignedIn } from '../testing/createDevice.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'
import { createActiveWallet, createReceiver } from '../testing/createVault.ts'
import {
  addMethod,
  createMethodKeyset,
  createProtected,
  createTwoMethods,
  proveMethod,
  type Vault,
} from '../testing/recoveryMethods.ts'

let service: TestService
let count = 0
beforeAll(async () => {
  service = await createTestService({ limits: {} })
})
afterAll(() => service.stop())

const newEmail = () => `methods${++count}@example.com`

async function person() {
  const page = await openAccountPage(service, newEmail())
  return { page, vault: await createActiveWallet(service, page.device, page.login) }
}
type Asker = Pick<AccountPage, 'device' | 'token'>

async function open({ device, token }: Asker, vault: Vault, body: object) {
  const { publicKey } = await createReceiver()
  const params = { walletId: vault.ids.wallet }
  return device.call(protocol.openMethod, { token, params, body: { publicKey, ...body } })
}
const keysetOf = ({ body }: { body: unknown }) => (body as { keysetId?: string }).keysetId
const set = (userId: string, values: Partial<typeof users.$inferInsert>) =>
  service.database.db.update(users).set(values).where(eq(users.id, userId))
const asAsker = (device: Asker['device'], login: SignedIn) => ({ device, token: login.tokens.accessToken })

test('a way back gives its halves, sealed to the asker, once it is there', async () => {
  const { page, vault } = await person()
  const passkey = await addPasskey(page)
  const { keyset, methodId } = await addMethod(page, vault, { kind: 'passkey', passkeyId: passkey.methodId })
  expect(methodId).toBe(passkey.methodId)
  const receiver = await createReceiver()
  const opened = await page.device.must(protocol.openMethod, {
    token: page.token,
    params: { walletId: vault.ids.wallet },
    body: { kind: 'passkey', credentialId: passkey.authenticator.id, publicKey: receiver.publicKey },
  })
  expect(opened).toMatchObject({ methodId, keysetId: keyset.keysetId, salt: passkey.salt })
  expect(opened.clientShare).toEqual(keyset.clientShare)
  expect(await receiver.open(opened.serverShare, `v1|recover-share|${keyset.keysetId}`)).toHaveLength(66)
  const asShare = await page.device.call(protocol.releaseShare, {
    token: page.token,
    params: { keysetId: keyset.keysetId },
    body: { publicKey: receiver.publicKey, purpose: 'sign' },
  })
  expect(problemCode(asShare)).toBe(protocol.KeysetNotFoundError.code)
  const code = await addMethod(page, vault, { kind: 'code' })
  expect((await open(page, vault, { kind: 'code' })).body).toMatchObject({
    methodId: code.methodId,
    salt: null,
  })
})

test('a way that is not there, or somebody else’s, is not told apart', async () => {
  const [mia, eve] = [await person(), await person()]
  const passkey = await addPasskey(mia.page)
  await addMethod(mia.page, mia.vault, { kind: 'passkey', passkeyId: passkey.methodId })
  const credentialId = passkey.authenticator.id
  const gone = protocol.RecoveryMethodError.code
  expect(problemCode(await open(mia.page, mia.vault, { kind: 'code' }))).toBe(gone)
  expect(problemCode(await open(mia.page, mia.vault, { kind: 'passkey' }))).toBe(gone)
  expect(problemCode(await open(eve.page, eve.vault, { kind: 'passkey', credentialId }))).toBe(gone)
  expect(problemCode(await open(eve.page, mia.vault, { kind: 'passkey', credentialId }))).toBe(
    protocol.WalletNotFoundError.code,
  )
  expect(problemCode(await proveMethod(eve.page, mia.vault, passkey.methodId))).toBe(gone)
  const body = { kind: 'passkey', label: 'x', passkeyId: passkey.methodId }
  const steal = await eve.page.device.call(protocol.addMethod, {
    token: eve.page.token,
    params: { walletId: eve.vault.ids.wallet },
    body: { ...body, keyset: await createMethodKeyset(eve.vault, eve.page.userId) },
  })
  expect(problemCode(steal)).toBe(gone)
  const params = { methodId: passkey.methodId }
  const remove = await eve.page.device.call(protocol.removeMethod, { token: eve.page.token, params })
  expect(problemCode(remove)).toBe(gone)
})

test('a share sealed for another wallet or keyset is refused', async () => {
  const { page, vault } = await person()
  const add = (keyset: object) =>
    page.device.call(protocol.addMethod, {
      token: page.token,
      params: { walletId: vault.ids.wallet },
      body: { kind: 'code', label: 'x', keyset },
    })
  const right = await createMethodKeyset(vault, page.userId)
  const other = await createMethodKeyset(vault, page.userId)
  expect(problemCode(await add({ ...right, serverShare: other.serverShare }))).toBe(
    protocol.SealedMessageError.code,
  )
  expect(problemCode(await add(await createMethodKeyset(vault, randomId())))).toBe(
    protocol.SealedMessageError.code,
  )
  const taken = await createMethodKeyset(vault, page.userId, undefined, vault.ids.recovery)
  expect(problemCode(await add(taken))).toBe(protocol.WalletConflictError.code)
  for (const _ of ['first', 'said again']) expect((await add(right)).status).toBe(200)
})

test('only the wallet’s own signature of this method proves it', async () => {
  const { page, vault } = await person()
  const stranger = await person()
  const [one, two] = [await addMethod(page, vault, { kind: 'code' }), (await addPasskey(page)).methodId]
  await addMethod(page, vault, { kind: 'passkey', passkeyId: two })
  const wrong = protocol.WalletProofError.code
  expect(problemCode(await proveMethod(page, stranger.vault, one.methodId))).toBe(wrong)
  const signature = await vault.account.signMessage({ message: protocol.methodText(two) })
  const swapped = await page.device.call(protocol.proveMethod, {
    token: page.token,
    params: { methodId: one.methodId },
    body: { signature },
  })
  expect(problemCode(swapped)).toBe(wrong)
  expect((await proveMethod(page, vault, one.methodId)).status).toBe(200)
})

test('a new recovery code stands beside the proven one until it is proven; then the old one is gone', async () => {
  const { page, vault } = await person()
  const old = await addMethod(page, vault, { kind: 'code' })
  await proveMethod(page, vault, old.methodId)
  const fresh = await addMethod(page, vault, { kind: 'code' })
  service.advance(31_000)
  const other = await createDevice(service)
  const elsewhere = asAsker(other, await other.signIn(page.login.session.user.email ?? ''))
  expect(keysetOf(await open(page, vault, { kind: 'code' }))).toBe(fresh.keyset.keysetId)
  expect(keysetOf(await open(elsewhere, vault, { kind: 'code' }))).toBe(old.keyset.keysetId)
  await proveMethod(page, vault, fresh.methodId)
  expect(keysetOf(await open(elsewhere, vault, { kind: 'code' }))).toBe(fresh.keyset.keysetId)
  expect(problemCode(await proveMethod(page, vault, old.methodId))).toBe(protocol.RecoveryMethodError.code)
})

test('a way that nobody has proven opens nothing on a new device; the owner is told once it is proven', async () => {
  const { page, vault } = await person()
  const told = async () => {
    await service.deliverMail()
    const own = service.mails.filter(({ to }) => to === page.login.session.user.email)
    return own.filter(({ text }) => /recovery code/.test(text)).length
  }
  const code = await addMethod(page, vault, { kind: 'code' })
  service.advance(31_000)
  const other = await createDevice(service)
  const elsewhere = asAsker(other, await other.signIn(page.login.session.user.email ?? ''))
  expect(problemCode(await open(elsewhere, vault, { kind: 'code' }))).toBe(protocol.RecoveryMethodError.code)
  expect(await told()).toBe(0)
  await proveMethod(page, vault, code.methodId)
  expect(keysetOf(await open(elsewhere, vault, { kind: 'code' }))).toBe(code.keyset.keysetId)
  expect(await told()).toBe(1)
})

test('the mailbox is told of a way that goes, and not of a code that was never proven', async () => {
  const { page, vault } = await person()
  const told = async () => {
    await service.deliverMail()
    const own = service.mails.filter(({ to }) => to === page.login.session.user.email)
    return own.filter(({ text }) => /was removed/.test(text)).length
  }
  const remove = ({ methodId }: { methodId: string }) =>
    page.device.must(protocol.removeMethod, { token: page.token, params: { methodId } })
  await remove(await addMethod(page, vault, { kind: 'code' }))
  expect(await told()).toBe(0)
  const proven = await addMethod(page, vault, { kind: 'code' })
  await proveMethod(page, vault, proven.methodId)
  await remove(proven)
  expect(await told()).toBe(1)
})

describe('changing how the key comes back', () => {
  const changes: [string, (page: AccountPage, vault: Vault) => Promise<{ body: unknown }>][] = [
    [
      'adding a way',
      async ({ device, token, userId }, vault) =>
        device.call(protocol.addMethod, {
          token,
          params: { walletId: vault.ids.wallet },
          body: { kind: 'code', label: 'x', keyset: await createMethodKeyset(vault, userId) },
        }),
    ],
    [
      'removing a way',
      ({ device, token }) => device.call(protocol.removeMethod, { token, params: { methodId: randomId() } }),
    ],
    ['protecting', ({ device, token }) => device.call(protocol.protect, { token })],
  ]
  test.each(changes)('%s needs a fresh login by more than the short code', async (_, change) => {
    const { page, vault } = await person()
    service.advance(31_000)
    const device = await createDevice(service)
    const short = await device.signIn(page.login.session.user.email ?? '')
    const weak = { ...page, ...asAsker(device, short) }
    expect(problemCode(await change(weak, vault))).toBe(protocol.FreshLoginRequiredError.code)
    service.advance(300_001)
    expect(problemCode(await change(page, vault))).toBe(protocol.FreshLoginRequiredError.code)
  })
  test.each(changes)('%s is refused while the account is frozen or on hold', async (_, change) => {
    const { page, vault } = await person()
    await set(page.userId, { recoveryHeldUntil: service.config.now() + 1_500 })
    const held = await change(page, vault)
    expect(problemCode(held)).toBe(protocol.AccountHeldError.code)
    await set(page.userId, { recoveryHeldUntil: service.config.now() - 1, frozenAt: 1 })
    expect(problemCode(await change(page, vault))).toBe(protocol.AccountFrozenError.code)
  })
})

test('opening needs a login of the last five minutes, an account that is not frozen, and has a limit', async () => {
  const { page, vault } = await person()
  await addMethod(page, vault, { kind: 'code' })
  const ask = () => open(page, vault, { kind: 'code' })
  const answers = await Promise.all(Array.from({ length: 14 }, ask))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
  await set(page.userId, { frozenAt: 1 })
  expect(problemCode(await ask())).toBe(protocol.AccountFrozenError.code)
  service.advance(300_001)
  expect(problemCode(await ask())).toBe(protocol.FreshLoginRequiredError.code)
})

describe('a wallet is protected', () => {
  const protect = ({ device, token }: Asker) => device.call(protocol.protect, { token })
  test('with two proven ways and not before, and then nothing of the standard tier is left', async () => {
    const { page, vault } = await person()
    const few = protocol.TooFewMethodsError.code
    expect(problemCode(await protect(page))).toBe(few)
    // A passkey that only signs in does not count, nor does a way that was not proven.
    const passkey = await addPasskey(page)
    const code = await addMethod(page, vault, { kind: 'code' })
    await proveMethod(page, vault, code.methodId)
    expect(problemCode(await protect(page))).toBe(few)
    await addMethod(page, vault, { kind: 'passkey', passkeyId: passkey.methodId })
    expect(problemCode(await protect(page))).toBe(few)
    await proveMethod(page, vault, passkey.methodId)
    expect((await protect(page)).status).toBe(200)
    await service.deliverMail()
    // Both are due at the same moment: either may go first.
    const told = service.mails.slice(-3).map(({ text }) => text)
    for (const words of ['A passkey was added', 'A recovery code was added', 'The wallet is now protected'])
      expect(told).toContainEqual(expect.stringContaining(words))
    const { db } = service.database
    const kept = await db.select().from(keysets).where(eq(keysets.walletId, vault.ids.wallet))
    expect(kept.map(({ kind }) => kind).sort()).toEqual(['code', 'device', 'passkey'])
    expect(await db.select().from(recoveryKeys).where(eq(recoveryKeys.walletId, vault.ids.wallet))).toEqual(
      [],
    )
    expect(problemCode(await protect(page))).toBe(protocol.AlreadyProtectedError.code)
    const { wallet } = await page.device.must(protocol.getSession, { token: page.token })
    expect(wallet).toMatchObject({ tier: 'protected', recovery: ['code', 'passkey'] })
  })
  test('and then the login alone brings nothing back, but each way does, on a new device', async () => {
    const { page, vault, passkey, code } = await createProtected(service, newEmail())
    service.advance(31_000)
    const device = await createDevice(service)
    const login = asAsker(device, await device.signIn(page.login.session.user.email ?? ''))
    const [one, two] = [await createReceiver(), await createReceiver()]
    const recover = await device.call(protocol.recoverWallet, {
      token: login.token,
      params: { walletId: vault.ids.wallet },
      body: { publicKey: one.publicKey, recoveryKeyPublicKey: two.publicKey },
    })
    expect(problemCode(recover)).toBe(protocol.ProtectedWalletError.code)
    expect(keysetOf(await open(login, vault, { kind: 'code' }))).toBe(code.keyset.keysetId)
    const phone = await createDevice(service)
    const signed = asAsker(phone, await signInWithPasskey(phone, passkey, HOST))
    const credentialId = passkey.authenticator.id
    expect((await open(signed, vault, { kind: 'passkey', credentialId })).status).toBe(200)
  })
  test('not by a way that is being removed in the same moment', async () => {
    const { page, vault, code } = await createTwoMethods(service, newEmail())
    const { db } = service.database
    const { asked } = await db.transaction(async (transaction) => {
      await transaction.select().from(wallets).where(eq(wallets.id, vault.ids.wallet)).for('update')
      await transaction.delete(keysets).where(eq(keysets.methodId, code.methodId))
      const asking = page.device.call(protocol.protect, { token: page.token })
      const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      const readWaiting = async () => ((await db.execute(waiting)) as unknown as { rows: unknown[] }).rows
      await expect.poll(readWaiting).not.toEqual([])
      return { asked: asking }
    })
    expect(problemCode(await asked)).toBe(protocol.TooFewMethodsError.code)
  })

  test('and keeps two ways: the last but one cannot be removed, not even by two removals at once', async () => {
    const { page, vault, passkey, code } = await createProtected(service, newEmail())
    const remove = (methodId: string) =>
      page.device.call(protocol.removeMethod, { token: page.token, params: { methodId } })
    for (const { methodId } of [passkey, code])
      expect(problemCode(await remove(methodId))).toBe(protocol.TooFewMethodsError.code)
    const third = await addPasskey(page)
    await addMethod(page, vault, { kind: 'passkey', passkeyId: third.methodId })
    await proveMethod(page, vault, third.methodId)
    const answers = await Promise.all([passkey, code, third].map(({ methodId }) => remove(methodId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('a passkey that was removed opens nothing and signs in no more; the last way to sign in stays', async () => {
  const { page, passkey } = await createTwoMethods(service, newEmail())
  await page.device.must(protocol.removeMethod, { token: page.token, params: { methodId: passkey.methodId } })
  await expect(signInWithPasskey(await createDevice(service), passkey)).rejects.toThrow('4309')
  const other = await createTwoMethods(service, newEmail())
  await set(other.page.userId, { emailKey: null })
  const last = await other.page.device.call(protocol.removeMethod, {
    token: other.page.token,
    params: { methodId: other.passkey.methodId },
  })
  expect(problemCode(last)).toBe(protocol.LastIdentityError.code)
})
