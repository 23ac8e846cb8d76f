import {
  AccountFrozenError,
  FreshLoginRequiredError,
  finishLink,
  finishSocial,
  getSession,
  IdentityTakenError,
  InvalidRequestError,
  SocialMismatchError,
  startLink,
  startSocial,
} from '@latchkey/protocol/http'
import { signInAs } from '@latchkey/testing/node'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identities } from '../../db/identitySchema.ts'
import { auditEvents, users } from '../../db/schema.ts'
import { openAccountPage } from '../../testing/accountPage.ts'
import { type Device, problemCode } from '../../testing/createDevice.ts'
import { WALLET } from '../../testing/createTestService.ts'
import { createStage, readEnd, type Stage, startBody } from '../../testing/socialStage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await createStage({ limits: { resendAfter: 0, socialStartsPerMinute: 1_000 } })
})
afterAll(() => stage.stop())

const finish = (device: Device, flowId: string, result: string | null | undefined) =>
  device.call(finishSocial, { body: { flowId, result } })

/** As a report from the mailbox does, but for the sessions that end with it. */
const freeze = (userId: string, frozenAt: number | null) =>
  stage.service.database.db.update(users).set({ frozenAt }).where(eq(users.id, userId))

const linkOf = (changes: Record<string, unknown> = {}) =>
  startBody('discord', { purpose: 'link', hostOrigin: WALLET, ...changes })

test('linking: an identity is added to the account that has just signed in, and signs in to it', async () => {
  const device = await stage.device()
  const {
    token,
    login: { session },
  } = await openAccountPage(stage.service, 'linker@example.com', device)
  const { uri } = await device.must(startLink, { body: linkOf(), token })
  const end = await readEnd(await stage.callback(await signInAs(uri, 'bob')))
  const { flowId, result } = end
  // Neither as a login, nor by another account on the same device, nor without a session.
  expect(problemCode(await finish(device, flowId, result))).toBe(SocialMismatchError.code)
  const other = await device.signIn('someone@example.com')
  const foreign = await device.call(finishLink, { body: { flowId, result }, token: other.tokens.accessToken })
  expect(problemCode(foreign)).toBe(SocialMismatchError.code)
  expect((await device.call(finishLink, { body: { flowId, result } })).status).toBe(401)
  await freeze(session.user.id, stage.service.config.now())
  const frozen = await device.call(finishLink, { body: { flowId, result }, token })
  expect(problemCode(frozen)).toBe(AccountFrozenError.code)
  await freeze(session.user.id, null)
  await device.must(finishLink, { body: { flowId, result }, token })
  await stage.service.deliverMail()
  expect(stage.service.mails.at(-1)).toMatchObject({
    to: 'linker@example.com',
    subject: expect.stringContaining('way to sign in was added'),
  })
  const linked = await stage.visit(await stage.device(), 'discord', 'bob')
  expect(linked.result).not.toBeNull()
  const fresh = await stage.device()
  const again = await stage.visit(fresh, 'discord', 'bob')
  const login = await fresh.must(finishSocial, { body: { flowId: again.flowId, result: again.result } })
  expect(login.session.user.id).toBe(session.user.id)
  // The e-mail that signs in stays what it was.
  expect(login.session.user.email).toBe('linker@example.com')
  const events = await stage.service.database.db
    .select({ kind: auditEvents.kind, facts: auditEvents.facts })
    .from(auditEvents)
    .where(eq(auditEvents.userId, session.user.id))
  expect(events).toContainEqual({ kind: 'identity-linked', facts: { provider: 'discord' } })
  expect(JSON.stringify(events)).not.toContain('@')
})

test('linking: an identity of another account is refused, and stays where it is', async () => {
  const owner = await stage.device()
  const first = await stage.visit(owner, 'x', 'carol')
  const owned = await owner.must(finishSocial, { body: { flowId: first.flowId, result: first.result } })
  const device = await stage.device()
  const { token } = await openAccountPage(stage.service, 'taker@example.com', device)
  const body = startBody('x', { purpose: 'link', hostOrigin: WALLET })
  const { uri } = await device.must(startLink, { body, token })
  const { flowId, result } = await readEnd(await stage.callback(await signInAs(uri, 'carol')))
  const answer = await device.call(finishLink, { body: { flowId, result }, token })
  expect([answer.status, problemCode(answer)]).toEqual([409, IdentityTakenError.code])
  const { user } = await owner.must(getSession, { token: owned.tokens.accessToken })
  expect(user.id).toBe(owned.session.user.id)
})

test('an identity that is taken off an account while it signs in does not sign in to it', async () => {
  const { db } = stage.service.database
  const signIn = async () => {
    const device = await stage.device()
    const { flowId, result } = await stage.visit(device, 'github', 'ada')
    return () => device.must(finishSocial, { body: { flowId, result } })
  }
  const owner = (await (await signIn())()).session.user.id
  const finishLater = await signIn()
  const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { login } = await db.transaction(async (transaction) => {
    await transaction.delete(identities).where(eq(identities.userId, owner))
    const login = finishLater()
    await expect
      .poll(async () => ((await db.execute(waiting)) as unknown as { rows: unknown[] }).rows)
      .not.toEqual([])
    return { login }
  })
  expect((await login).session.user.id).not.toBe(owner)
})

test('linking needs a login of the last five minutes, and its own route', async () => {
  const device = await stage.device()
  const { token } = await openAccountPage(stage.service, 'stale@example.com', device)
  expect(problemCode(await device.call(startSocial, { body: linkOf() }))).toBe(InvalidRequestError.code)
  const login = await device.call(startLink, { body: linkOf({ purpose: 'login' }), token })
  expect(problemCode(login)).toBe(InvalidRequestError.code)
  stage.advance(300_001)
  const stale = await device.call(startLink, { body: linkOf(), token })
  expect(problemCode(stale)).toBe(FreshLoginRequiredError.code)
  stage.advance(-300_001)
})
