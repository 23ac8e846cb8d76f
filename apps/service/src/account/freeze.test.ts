import * as protocol from '@latchkey/protocol/http'
import { signInAs, type TestPersonId } from '@latchkey/testing/node'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailChanges, socialFlows } from '../db/identitySchema.ts'
import { sessions, users } from '../db/schema.ts'
import { type AccountPage, addPasskey, openAccountPage, signInWithPasskey } from '../testing/accountPage.ts'
import { askAsWallet, tokenIn } from '../testing/askAsWallet.ts'
import { codeIn, type Device, problemCode } from '../testing/createDevice.ts'
import { HOST, WALLET } from '../testing/createTestService.ts'
import { createActiveWallet, createReceiver } from '../testing/createVault.ts'
import {
  addMethod,
  createProtected,
  createTwoMethods,
  proveMethod,
  type Vault,
} from '../testing/recoveryMethods.ts'
import { createStage, readEnd, type Stage, startBody } from '../testing/socialStage.ts'

const demo = { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST] }
let stage: Stage
let count = 0
beforeAll(async () => {
  stage = await createStage({
    // Who was reported is not asked about from the mailbox here.
    projects: [{ ...demo, deviceVerification: 'never' }],
    limits: { resendAfter: 0, codesPerQuarterHour: 1_000, codesPerDay: 1_000, socialStartsPerMinute: 1_000 },
  })
})
afterAll(() => stage.stop())

const newEmail = () => `freeze${++count}@example.com`
const emailOf = (page: AccountPage) => page.login.session.user.email ?? ''
type Network = 'discord' | 'x'
const FROZEN = protocol.AccountFrozenError.code

async function enter(email: string, device?: Device): Promise<AccountPage> {
  stage.advance(1_000)
  const page = await openAccountPage(stage.service, email, device ?? (await stage.device()))
  await stage.service.deliverMail()
  return page
}
const startLinkOf = ({ device, token }: Pick<AccountPage, 'device' | 'token'>) =>
  device.call(protocol.startLink, {
    body: startBody('discord', { purpose: 'link', hostOrigin: WALLET }),
    token,
  })

async function link({ device, token }: AccountPage, person: TestPersonId, provider: Network = 'discord') {
  const body = startBody(provider, { purpose: 'link', hostOrigin: WALLET })
  const { uri } = await device.must(protocol.startLink, { body, token })
  const { flowId, result } = await readEnd(await stage.callback(await signInAs(uri, person)))
  await device.must(protocol.finishLink, { body: { flowId, result }, token })
}
async function signInBy(person: TestPersonId, device?: Device, provider: Network = 'discord') {
  const by = device ?? (await stage.device())
  const { flowId, result } = await stage.visit(by, provider, person)
  return { device: by, answer: await by.call(protocol.finishSocial, { body: { flowId, result } }) }
}
const userIn = (answer: { body: unknown }) => protocol.finishSocial.reply.parse(answer.body).session.user.id

const linksTo = (email: string) =>
  stage.service.mails
    .filter(({ to, text }) => to === email && text.includes(`${WALLET}/link#`))
    .map(({ text }) => tokenIn(text, 'link'))
const report = async (token: string | undefined) => {
  const answer = await askAsWallet(stage.service, protocol.useMailLink, { token })
  await stage.service.deliverMail()
  return answer.status
}
const lift = ({ device, token }: Pick<AccountPage, 'device' | 'token'>) =>
  device.call(protocol.unfreeze, { token })
const read = ({ device, token }: AccountPage) => device.must(protocol.getAccount, { token })

async function changeEmail({ device, token }: AccountPage, from: string, to: string) {
  stage.advance(1_000)
  const { changeId } = await device.must(protocol.startEmailChange, { token, body: { email: to } })
  const code = (of: string) => codeIn(stage.service.mails.findLast((mail) => mail.to === of)?.text)
  await device.must(protocol.verifyEmailPrimary, { token, body: { changeId, code: code(from) } })
  await device.must(protocol.verifyEmailSecondary, { token, body: { changeId, code: code(to) } })
  await stage.service.deliverMail()
}

/** An account with a wallet, two ways back and a device of its owner; and a stranger who got into its mailbox. */
async function createStolen() {
  const { page, vault, passkey } = await createTwoMethods(stage.service, newEmail())
  const email = emailOf(page)
  const thief = await enter(email)
  return { page, vault, passkey, email, thief, notMe: linksTo(email)[0] }
}

test('six digits link no identity: the long code, a network or a passkey of the last five minutes does', async () => {
  const email = newEmail()
  const device = await stage.device()
  const { tokens } = await device.signIn(email)
  const refused = await startLinkOf({ device, token: tokens.accessToken })
  expect(problemCode(refused)).toBe(protocol.FreshLoginRequiredError.code)
  const page = await enter(email)
  expect((await startLinkOf(page)).status).toBe(200)
  const passkey = await addPasskey(page)
  const login = await signInWithPasskey(device, passkey, HOST)
  expect((await startLinkOf({ device, token: login.tokens.accessToken })).status).toBe(200)
  stage.advance(300_001)
  expect(problemCode(await startLinkOf(page))).toBe(protocol.FreshLoginRequiredError.code)
})

test('six digits set no e-mail address for an account that has none', async () => {
  const device = await stage.device()
  const { tokens, session } = await device.signIn(newEmail())
  await stage.service.database.db.update(users).set({ emailKey: null }).where(eq(users.id, session.user.id))
  const started = await device.call(protocol.startEmailChange, {
    token: tokens.accessToken,
    body: { email: newEmail() },
  })
  expect(problemCode(started)).toBe(protocol.AccountPageOnlyError.code)
})

test('an identity that was added since the reported sign-in signs in no more, lifts nothing, and goes', async () => {
  const { page, email, thief, notMe } = await createStolen()
  await link(thief, 'bob')
  expect((await signInBy('bob')).answer.status).toBe(200)
  expect(await report(notMe)).toBe(200)
  expect(problemCode((await signInBy('bob')).answer)).toBe(FROZEN)
  const owner = await enter(email, page.device)
  expect((await lift(owner)).status).toBe(200)
  expect((await read(owner)).identities.map(({ provider }) => provider)).toEqual(['email'])
  const later = await signInBy('bob')
  expect(userIn(later.answer)).not.toBe(page.userId)
})

test('the report of a sign-in by an added identity reaches back to where it was added', async () => {
  const { page, thief, email } = await createStolen()
  await link(thief, 'carol')
  stage.advance(60_000)
  const before = linksTo(email).length
  await signInBy('carol')
  await stage.service.deliverMail()
  expect(linksTo(email)).toHaveLength(before + 1)
  expect(await report(linksTo(email).at(-1))).toBe(200)
  expect(problemCode((await signInBy('carol')).answer)).toBe(FROZEN)
  expect((await lift(await enter(email, page.device))).status).toBe(200)
})

test('a report of a later sign-in brings nothing back that an earlier report has suspended', async () => {
  const { page, thief, email, notMe } = await createStolen()
  await link(thief, 'carol')
  await enter(email)
  expect(await report(notMe)).toBe(200)
  expect(await report(linksTo(email).at(-1))).toBe(200)
  expect(problemCode((await signInBy('carol')).answer)).toBe(FROZEN)
  expect((await lift(await enter(email, page.device))).status).toBe(200)
})

test('a passkey and a way back that were added since are nothing worth; the older ones stay and lift it', async () => {
  const { page, vault, passkey, email, thief, notMe } = await createStolen()
  const foreign = await addPasskey(thief)
  const way = await addMethod(thief, vault, { kind: 'code' })
  await report(notMe)
  await expect(signInWithPasskey(await stage.device(), foreign)).rejects.toThrow(String(FROZEN))
  const login = await signInWithPasskey(page.device, passkey)
  const owner = { ...page, login, token: login.tokens.accessToken }
  const { publicKey } = await createReceiver()
  const open = await owner.device.call(protocol.openMethod, {
    token: owner.token,
    params: { walletId: vault.ids.wallet },
    body: { kind: 'code', publicKey },
  })
  expect(problemCode(open)).toBe(FROZEN)
  expect((await lift(owner)).status).toBe(200)
  const { methods } = await read(owner)
  expect(methods.map(({ kind }) => kind).sort()).toEqual(['code', 'passkey'])
  expect(methods.map(({ id }) => id)).not.toContain(foreign.methodId)
  expect(methods.map(({ id }) => id)).not.toContain(way.methodId)
  await expect(signInWithPasskey(await stage.device(), foreign)).rejects.toThrow()
  expect((await enter(email)).userId).toBe(page.userId)
})

test('an e-mail change that came since is taken back by the report of the sign-in alone', async () => {
  const { page, email, thief, notMe } = await createStolen()
  const next = newEmail()
  await changeEmail(thief, email, next)
  expect((await read(thief)).emailHint).not.toBeNull()
  expect(await report(notMe)).toBe(200)
  const stranger = await enter(next)
  expect(stranger.userId).not.toBe(page.userId)
  const owner = await enter(email, page.device)
  expect(owner.userId).toBe(page.userId)
  expect((await lift(owner)).status).toBe(200)
})

test('an e-mail change that is under way when the account is frozen is not made', async () => {
  const { email, thief } = await createStolen()
  const { device, token, userId } = thief
  const { db } = stage.service.database
  const next = newEmail()
  stage.advance(1_000)
  const { changeId } = await device.must(protocol.startEmailChange, { token, body: { email: next } })
  const code = (of: string) => codeIn(stage.service.mails.findLast((mail) => mail.to === of)?.text)
  await device.must(protocol.verifyEmailPrimary, { token, body: { changeId, code: code(email) } })
  const ofUser = eq(users.id, userId)
  const before = await db.select({ key: users.emailKey }).from(users).where(ofUser)
  const answer = await db.transaction(async (transaction) => {
    await transaction.update(users).set({ frozenAt: 1, frozenSince: 1 }).where(ofUser)
    const body = { changeId, code: code(next) }
    const asked = device.call(protocol.verifyEmailSecondary, { token, body })
    const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const readWaiting = async () => ((await db.execute(waiting)) as unknown as { rows: unknown[] }).rows
    await expect.poll(readWaiting).not.toEqual([])
    return { asked }
  })
  expect(problemCode(await answer.asked)).toBe(FROZEN)
  expect(await db.select({ key: users.emailKey }).from(users).where(ofUser)).toEqual(before)
})

test('the old mailbox’s link reaches back to the sign-in that changed the address', async () => {
  const { page, email, thief } = await createStolen()
  await link(thief, 'ada')
  await changeEmail(thief, email, newEmail())
  expect(await report(linksTo(email).at(-1))).toBe(200)
  expect(problemCode((await signInBy('ada')).answer)).toBe(FROZEN)
  const owner = await enter(email, page.device)
  expect((await lift(owner)).status).toBe(200)
  expect((await read(owner)).identities).toHaveLength(1)
})

test('a device that has changed the address and is disowned gets no code for the address that is back', async () => {
  const { page, email, thief, notMe } = await createStolen()
  await changeEmail(thief, email, newEmail())
  expect(await report(notMe)).toBe(200)
  stage.advance(1_000)
  expect(problemCode(await thief.device.start(email))).toBe(protocol.DeviceRejectedError.code)
  expect((await lift(await enter(email, page.device))).status).toBe(200)
})

test('an identity that is older than the reported sign-in stays, and lifts it', async () => {
  const { page, vault } = await createTwoMethods(stage.service, newEmail())
  await link(page, 'bob', 'x')
  const email = emailOf(page)
  await enter(email)
  await report(linksTo(email)[0])
  const { device, answer } = await signInBy('bob', page.device, 'x')
  const { tokens } = protocol.finishSocial.reply.parse(answer.body)
  expect((await lift({ device, token: tokens.accessToken })).status).toBe(200)
  const owner = await enter(email, page.device)
  expect((await read(owner)).identities.map(({ provider }) => provider)).toEqual(['email', 'x'])
  expect((await read(owner)).wallet?.id).toBe(vault.ids.wallet)
})

test('what another device has begun is over when a freeze is lifted', async () => {
  const { page, email, thief, notMe } = await createStolen()
  expect((await startLinkOf(thief)).status).toBe(200)
  const body = { email: newEmail() }
  await thief.device.must(protocol.startEmailChange, { token: thief.token, body })
  expect(await report(notMe)).toBe(200)
  expect((await lift(await enter(email, page.device))).status).toBe(200)
  for (const table of [emailChanges, socialFlows])
    expect(await stage.service.database.db.$count(table, eq(table.userId, page.userId))).toBe(0)
})

test('a session of a younger way in cannot lift, whatever it says of itself', async () => {
  const { page, email, notMe } = await createStolen()
  await report(notMe)
  const owner = await enter(email, page.device)
  const { db } = stage.service.database
  const [row] = await db.select().from(users).where(eq(users.id, page.userId))
  for (const factorAddedAt of [row?.frozenSince ?? 0, stage.service.config.now(), null]) {
    await db.update(sessions).set({ factorAddedAt }).where(eq(sessions.userId, page.userId))
    expect(problemCode(await lift(owner))).toBe(FROZEN)
  }
})

test('of a protected wallet the devices that were there before keep their share when a freeze is lifted', async () => {
  const { page, vault } = await createProtected(stage.service, newEmail())
  const email = emailOf(page)
  const second = await enter(email)
  stage.advance(1_000)
  const keysetId = 'K'.repeat(22)
  await second.device.must(protocol.addKeyset, {
    token: second.token,
    params: { walletId: vault.ids.wallet },
    body: await vault.keyset(keysetId, vault.secrets.deviceShare, 'D'.repeat(22)),
  })
  await enter(email)
  await report(linksTo(email).at(-1))
  const owner = await enter(email, second.device)
  expect((await lift(owner)).status).toBe(200)
  const back = await enter(email, page.device)
  const { publicKey } = await createReceiver()
  const release = await back.device.call(protocol.releaseShare, {
    token: back.token,
    params: { keysetId: vault.ids.keyset },
    body: { publicKey, purpose: 'sign' },
  })
  expect(release.status).toBe(200)
})

describe('of a wallet that became a protected one after the reported sign-in', () => {
  /** The second device of the owner, which the mailbox disowns later, has made both ways to recover. */
  async function create(prepare = async (_first: AccountPage, _vault: Vault): Promise<unknown> => undefined) {
    const first = await enter(newEmail())
    const email = emailOf(first)
    const vault = await createActiveWallet(stage.service, first.device, first.login)
    await prepare(first, vault)
    const page = await enter(email)
    const passkey = await addPasskey(page)
    const sealing = await addMethod(page, vault, { kind: 'passkey', passkeyId: passkey.methodId })
    const code = await addMethod(page, vault, { kind: 'code' })
    for (const { methodId } of [sealing, code]) await proveMethod(page, vault, methodId)
    await page.device.must(protocol.protect, { token: page.token })
    const unfreeze = async () => {
      expect(await report(linksTo(email)[0])).toBe(200)
      const owner = await enter(email)
      expect((await lift(owner)).status).toBe(200)
      return owner
    }
    return { first, vault, passkey, unfreeze }
  }

  test('the ways to recover go where a device has its share', async () => {
    const { unfreeze } = await create()
    expect((await read(await unfreeze())).methods).toEqual([])
  })

  const addUnproven = async (page: AccountPage, vault: Vault) =>
    addMethod(page, vault, { kind: 'passkey', passkeyId: (await addPasskey(page)).methodId })
  test.each([
    ['nothing else opens it', undefined],
    ['the only older one was never proven', addUnproven],
  ])('the proven ones stay where %s', async (_, prepare) => {
    const { first, vault, passkey, unfreeze } = await create(prepare)
    const body = { keysetId: vault.ids.keyset }
    await first.device.must(protocol.signOut, { token: first.token, body })
    const owner = await unfreeze()
    const methods = (await read(owner)).methods.filter(({ provenAt }) => provenAt !== null)
    expect(methods.map(({ kind }) => kind).sort()).toEqual(['code', 'passkey'])
    const { publicKey } = await createReceiver()
    const credentialId = passkey.authenticator.id
    for (const way of [{ kind: 'code' }, { kind: 'passkey', credentialId }] as const)
      await owner.device.must(protocol.openMethod, {
        token: owner.token,
        params: { walletId: vault.ids.wallet },
        body: { ...way, publicKey },
      })
  })
})

test('what is proven while the account is frozen is nothing', async () => {
  const { page, vault, email, thief, notMe } = await createStolen()
  const way = await addMethod(thief, vault, { kind: 'code' })
  await report(notMe)
  const owner = await enter(email, page.device)
  expect(problemCode(await proveMethod(owner, vault, way.methodId))).toBe(FROZEN)
})

test('the mailbox is told of an identity that goes, of a recovery code that comes and of a freeze that is lifted', async () => {
  const email = newEmail()
  const owner = await enter(email)
  const subjects = async () => {
    await stage.service.deliverMail()
    return stage.service.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
  }
  await link(owner, 'ada', 'x')
  const [identity] = (await read(owner)).identities.filter(({ provider }) => provider === 'x')
  if (!identity) throw new Error('There is no identity.')
  const params = { identityId: identity.id }
  await owner.device.must(protocol.removeIdentity, { token: owner.token, params })
  expect(await subjects()).toContainEqual(expect.stringMatching(/way to sign in was removed/))
  const vault = await createActiveWallet(stage.service, owner.device, owner.login)
  // The removal holds such changes for a day.
  stage.advance(86_400_000)
  const later = await enter(email, owner.device)
  const code = await addMethod(later, vault, { kind: 'code' })
  expect(await subjects()).not.toContainEqual(expect.stringMatching(/recovery of your/))
  await proveMethod(later, vault, code.methodId)
  expect(await subjects()).toContainEqual(expect.stringMatching(/recovery of your/))
  await enter(email)
  expect(await report(linksTo(email).at(-1))).toBe(200)
  const back = await enter(email, owner.device)
  expect((await lift(back)).status).toBe(200)
  expect(await subjects()).toContainEqual(expect.stringMatching(/no longer frozen/))
})

test('the mailbox is told of another device that was removed, and not of the one that removed itself', async () => {
  const email = newEmail()
  const [owner, other] = [await enter(email), await enter(email)]
  const told = async () => {
    await stage.service.deliverMail()
    return stage.service.mails.filter(({ to, subject }) => to === email && /was removed/.test(subject))
  }
  const remove = ({ jkt }: Device) =>
    owner.device.must(protocol.revokeDevice, { token: owner.token, params: { deviceId: jkt } })
  await remove(other.device)
  const [mail] = await told()
  expect(mail?.subject).toBe('A device was removed from your Latchkey account')
  expect(mail?.text).toContain('203.0.113')
  expect(mail?.text).toContain(`${WALLET}/account?projectId=`)
  await remove(owner.device)
  expect(await told()).toHaveLength(1)
})
