import * as protocol from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../db/schema.ts'
import { createDevice, type Device, problemCode } from '../testing/createDevice.ts'
import { createTestService, type TestService } from '../testing/createTestService.ts'

const REUSED = protocol.RefreshReusedError.code
let first: TestService
let second: TestService
let device: Device
let elsewhere: Device
let count = 0
beforeAll(async () => {
  first = await createTestService()
  second = await createTestService({ deps: { database: first.database } })
  device = await createDevice(first)
  elsewhere = await createDevice(second, device.address, device.keys)
})
afterAll(async () => {
  await second.stop()
  await first.stop()
})

const signIn = () => device.signIn(`race${++count}@example.com`)
const refresh = (refreshToken: string, by = device) => by.call(protocol.refresh, { body: { refreshToken } })
const session = (token: string) => device.call(protocol.getSession, { token })
const tokensOf = (answer: { body: unknown }) => protocol.tokens().parse(answer.body)

test.each([
  [2, 'one process'],
  [2, 'two processes'],
  [20, 'one process'],
  [20, 'two processes'],
  [100, 'two processes'],
])(
  '%i uses of one refresh token at once at %s: at most one answer, and the family ends',
  async (uses, where) => {
    const login = await signIn()
    const { refreshToken, accessToken } = login.tokens
    const answers = await Promise.all(
      Array.from({ length: uses }, (_, index) =>
        refresh(refreshToken, where === 'two processes' && index % 2 ? elsewhere : device),
      ),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won.length).toBeLessThanOrEqual(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(problemCode(answer)).toBe(REUSED)
    for (const token of [accessToken, ...won.map((answer) => tokensOf(answer).accessToken)])
      expect(problemCode(await session(token))).toBe(protocol.InvalidTokenError.code)
    for (const answer of won) {
      const next = await refresh(tokensOf(answer).refreshToken)
      expect(problemCode(next)).toBe(protocol.InvalidTokenError.code)
    }
    const events = await first.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.userId, login.session.user.id))
    expect(events.some(({ kind }) => kind === 'refresh-reused')).toBe(true)
  },
)

test.each([1, 2, 5])('a token that was used %i turns ago ends the family too', async (turns) => {
  const { tokens } = await signIn()
  let newest = tokens
  for (let turn = 0; turn < turns; turn++) newest = tokensOf(await refresh(newest.refreshToken))
  expect(problemCode(await refresh(tokens.refreshToken))).toBe(REUSED)
  expect(problemCode(await session(newest.accessToken))).toBe(protocol.InvalidTokenError.code)
  expect(problemCode(await refresh(newest.refreshToken))).toBe(protocol.InvalidTokenError.code)
})

test('reuse ends its own family alone', async () => {
  const kept = await signIn()
  first.advance(31_000)
  second.advance(31_000)
  const ended = await device.signIn(kept.session.user.email ?? '')
  await refresh(ended.tokens.refreshToken)
  expect(problemCode(await refresh(ended.tokens.refreshToken))).toBe(REUSED)
  expect((await session(kept.tokens.accessToken)).status).toBe(200)
})

test('refreshing while signing out leaves nothing that works', async () => {
  for (let round = 0; round < 5; round++) {
    const { tokens } = await signIn()
    const [renewed] = await Promise.all([
      refresh(tokens.refreshToken),
      device.call(protocol.signOut, { token: tokens.accessToken }),
    ])
    if (renewed.status !== 200) continue
    const next = tokensOf(renewed)
    expect(problemCode(await session(next.accessToken))).toBe(protocol.InvalidTokenError.code)
    expect((await refresh(next.refreshToken)).status).toBe(401)
  }
})
