import * as protocol from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../crypto/bytes.ts'
import * as tables from '../db/schema.ts'
import { createDevice, type Device, problemCode } from '../testing/createDevice.ts'
import { createTestService, type TestService } from '../testing/createTestService.ts'

let service: TestService
let device: Device
let count = 0
beforeAll(async () => {
  service = await createTestService()
  device = await createDevice(service)
})
afterAll(() => service.stop())

const signIn = () => device.signIn(`session${++count}@example.com`)
const refresh = (refreshToken: string, by = device) => by.call(protocol.refresh, { body: { refreshToken } })
const session = (token: string) => device.call(protocol.getSession, { token })
const DAY = 86_400_000

test('an access token lives ten minutes and is then told to be expired', async () => {
  const { tokens } = await signIn()
  expect(tokens.accessExpiresAt - service.config.now()).toBe(600_000)
  service.advance(600_000)
  expect(problemCode(await session(tokens.accessToken))).toBe(protocol.ExpiredTokenError.code)
})

test('refreshing gives new tokens and the old refresh token works no more', async () => {
  const { tokens } = await signIn()
  const next = protocol.tokens().parse((await refresh(tokens.refreshToken)).body)
  expect((await session(next.accessToken)).status).toBe(200)
  expect(problemCode(await refresh(tokens.refreshToken))).toBe(protocol.RefreshReusedError.code)
  for (const token of [tokens.accessToken, next.accessToken])
    expect(problemCode(await session(token))).toBe(protocol.InvalidTokenError.code)
  expect((await refresh(next.refreshToken)).status).toBe(401)
})

test('using one refresh token twice at once ends the session', async () => {
  const { tokens } = await signIn()
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(tokens.refreshToken)))
  const won = answers.filter(({ status }) => status === 200)
  expect(won.length).toBeLessThanOrEqual(1)
  expect(answers.some((answer) => answer.status !== 200 && problemCode(answer) === 4212)).toBe(true)
  for (const { body } of won)
    expect(problemCode(await session(protocol.tokens().parse(body).accessToken))).toBe(4210)
  expect(problemCode(await session(tokens.accessToken))).toBe(protocol.InvalidTokenError.code)
})

test('a stolen refresh token is useless without the key, and trying it ends nothing', async () => {
  const { tokens } = await signIn()
  const thief = await createDevice(service)
  expect(problemCode(await refresh(tokens.refreshToken, thief))).toBe(protocol.ProofKeyMismatchError.code)
  expect((await refresh(tokens.refreshToken)).status).toBe(200)
})

test('a session ends after 14 idle days', async () => {
  const { tokens } = await signIn()
  service.advance(14 * DAY)
  expect(problemCode(await refresh(tokens.refreshToken))).toBe(protocol.InvalidTokenError.code)
})

test('a session ends 90 days after the login, however busy', async () => {
  let { refreshToken } = (await signIn()).tokens
  for (let day = 0; day < 90; day += 10) {
    const answer = await refresh(refreshToken)
    expect(answer.status).toBe(200)
    refreshToken = protocol.tokens().parse(answer.body).refreshToken
    service.advance(10 * DAY)
  }
  expect(problemCode(await refresh(refreshToken))).toBe(protocol.InvalidTokenError.code)
})

test('the last access token of a session ends with it', async () => {
  const login = await signIn()
  const end = service.config.now() + 90 * DAY
  let { refreshToken } = login.tokens
  for (let day = 0; day < 80; day += 10) {
    service.advance(10 * DAY)
    refreshToken = protocol.tokens().parse((await refresh(refreshToken)).body).refreshToken
  }
  service.advance(10 * DAY - 60_000)
  const last = protocol.tokens().parse((await refresh(refreshToken)).body)
  expect(last.accessExpiresAt).toBe(end)
  expect((await session(last.accessToken)).status).toBe(200)
  service.advance(60_000)
  // Not "expired": there is nothing to refresh any more.
  expect(problemCode(await session(last.accessToken))).toBe(protocol.InvalidTokenError.code)
})

test('a used refresh token tells of a theft after its own end too', async () => {
  const { tokens } = await signIn()
  service.advance(10 * DAY)
  const next = protocol.tokens().parse((await refresh(tokens.refreshToken)).body)
  service.advance(4 * DAY)
  expect(problemCode(await refresh(tokens.refreshToken))).toBe(protocol.RefreshReusedError.code)
  expect(problemCode(await refresh(next.refreshToken))).toBe(protocol.InvalidTokenError.code)
})

test('a session has a few access tokens, however often it is refreshed', async () => {
  const { tokens } = await signIn()
  const { accessTokens, refreshTokens } = tables
  const { db } = service.database
  const [own] = await db
    .select({ sessionId: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, sha256(tokens.refreshToken)))
  let { refreshToken } = tokens
  for (let turn = 0; turn < 5; turn++) {
    service.advance(600_001)
    refreshToken = protocol.tokens().parse((await refresh(refreshToken)).body).refreshToken
  }
  const kept = await db
    .select()
    .from(accessTokens)
    .where(eq(accessTokens.sessionId, own?.sessionId ?? ''))
  expect(kept).toHaveLength(1)
})

test('signing out ends the session at once, and sweeping leaves others alone', async () => {
  const [gone, kept] = [await signIn(), await signIn()]
  await device.must(protocol.signOut, { token: gone.tokens.accessToken })
  expect(problemCode(await session(gone.tokens.accessToken))).toBe(protocol.InvalidTokenError.code)
  expect(problemCode(await refresh(gone.tokens.refreshToken))).toBe(protocol.InvalidTokenError.code)
  await service.sweep()
  expect((await session(kept.tokens.accessToken)).status).toBe(200)
})

test('tokens that were never given out are refused', async () => {
  expect(problemCode(await session('A'.repeat(43)))).toBe(protocol.InvalidTokenError.code)
  expect(problemCode(await session('short'))).toBe(protocol.InvalidTokenError.code)
  expect(problemCode(await refresh('A'.repeat(43)))).toBe(protocol.InvalidTokenError.code)
})
