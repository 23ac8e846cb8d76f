import * as protocol from '@latchkey/protocol/http'
import { signInAs, type TestPersonId } from '@latchkey/testing/node'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identities } from '../db/identitySchema.ts'
import { users } from '../db/schema.ts'
import { askAsWallet, tokenIn } from '../testing/askAsWallet.ts'
import { WALLET } from '../testing/createTestService.ts'
import { createStage, readEnd, type Stage, startBody } from '../testing/socialStage.ts'

let stage: Stage
beforeAll(async () => {
  let now = Date.now()
  // No two things happen at one time.
  stage = await createStage({ config: { now: () => ++now } })
})
afterAll(() => stage.stop())

async function signIn(provider: 'google' | 'x' | 'github' = 'google', person: TestPersonId = 'ada') {
  const device = await stage.device()
  const { flowId, result } = await stage.visit(device, provider, person, { hostOrigin: WALLET })
  return { device, ...(await device.must(protocol.finishSocial, { body: { flowId, result } })) }
}

type Login = Awaited<ReturnType<typeof signIn>>
const read = ({ device, tokens }: Login) => device.must(protocol.getAccount, { token: tokens.accessToken })

const mailsTo = (email: string) =>
  stage.service.mails.filter(({ to }) => to === email).map(({ text }) => text)

/** An account of X, which tells no address, with an identity of GitHub, which does. */
async function createLinked(person: TestPersonId) {
  const login = await signIn('x', person)
  const { device, tokens } = login
  const body = startBody('github', { purpose: 'link', hostOrigin: WALLET })
  const { uri } = await device.must(protocol.startLink, { body, token: tokens.accessToken })
  const { flowId, result } = await readEnd(await stage.callback(await signInAs(uri, person)))
  await device.must(protocol.finishLink, { body: { flowId, result }, token: tokens.accessToken })
  const account = await read(login)
  expect(account.emailHint).not.toBeNull()
  return { login, identityId: account.identities.find(({ provider }) => provider === 'github')?.id ?? '' }
}

test('an address that a network brought goes with it, and its mailbox is told so', async () => {
  const { login, identityId } = await createLinked('bob')
  const { device, tokens } = login
  await device.must(protocol.removeIdentity, { params: { identityId }, token: tokens.accessToken })
  expect(await read(login)).toMatchObject({ emailHint: null, identities: [{ provider: 'x' }] })
  const { user } = await device.must(protocol.getSession, { token: tokens.accessToken })
  expect(user).toMatchObject({ email: null, emailHint: null })
  await stage.service.deliverMail()
  const told = mailsTo('bob@example.com').filter((text) => text.includes('Way to sign in: GitHub'))
  expect(told.map((text) => text.split('\n')[0])).toEqual([
    'There is a new way to sign in to your account',
    'A way to sign in to your account was removed',
  ])
})

test('an identity that goes ends the sessions that its network has opened, and no others', async () => {
  const { login, identityId } = await createLinked('bob')
  const [bySame, byOther] = [await signIn('github', 'bob'), await signIn('x', 'bob')]
  const { device, tokens } = login
  await device.must(protocol.removeIdentity, { params: { identityId }, token: tokens.accessToken })
  const statusOf = async (one: Login) =>
    (await one.device.call(protocol.getSession, { token: one.tokens.accessToken })).status
  expect(await Promise.all([login, bySame, byOther].map(statusOf))).toEqual([200, 401, 200])
})

test('an address that came with what a freeze takes off goes with it', async () => {
  const { login } = await createLinked('bob')
  const { id } = login.session.user
  const [row] = await stage.service.database.db.select().from(identities).where(eq(identities.userId, id))
  const since = (row?.createdAt ?? 0) + 1
  await stage.service.database.db
    .update(users)
    .set({ frozenAt: since, frozenSince: since })
    .where(eq(users.id, id))
  const owner = await signIn('x', 'bob')
  await owner.device.must(protocol.unfreeze, { token: owner.tokens.accessToken })
  expect(await read(owner)).toMatchObject({ emailHint: null, identities: [{ provider: 'x' }] })
})

test('the network that an account was made by lifts a freeze, also in its first days', async () => {
  const { session } = await signIn()
  await signIn()
  await stage.service.deliverMail()
  const mail = mailsTo('ada@example.com').find((text) => text.includes(`${WALLET}/link#`))
  const token = tokenIn(mail ?? '', 'link')
  expect((await askAsWallet(stage.service, protocol.useMailLink, { token })).status).toBe(200)
  const owner = await signIn()
  expect(owner.session.user.id).toBe(session.user.id)
  expect((await read(owner)).frozenAt).not.toBeNull()
  await owner.device.must(protocol.unfreeze, { token: owner.tokens.accessToken })
  expect(await read(owner)).toMatchObject({ frozenAt: null, identities: [{ provider: 'google' }] })
})
