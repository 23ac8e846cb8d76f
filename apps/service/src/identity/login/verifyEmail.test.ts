import * as protocol from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { challenges } from '../../db/schema.ts'
import { codeIn, createDevice, type Device, problemCode, problemData } from '../../testing/createDevice.ts'
import { createTestService, HOST, type TestService, WALLET } from '../../testing/createTestService.ts'

let service: TestService
let device: Device
let count = 0
beforeAll(async () => {
  service = await createTestService({
    limits: {},
  })
  device = await createDevice(service)
})
afterAll(() => service.stop())

const newEmail = () => `verify${++count}@example.com`
async function begin(email = newEmail(), by = device) {
  const answer = await by.start(email)
  expect(answer.status).toBe(200)
  const { challengeId, codeLength } = protocol.startEmail.reply.parse(answer.body)
  const code = codeIn(service.mails.at(-1)?.text)
  const wrong = code.replace(/.$/, (last) => (last === '1' ? '2' : '1'))
  return { email, challengeId, code, wrong, codeLength }
}
const verify = (challengeId: string, code: string, by = device, address?: string) =>
  by.call(protocol.verifyEmail, { body: { challengeId, code }, ...(address ? { address } : {}) })

test('the right code signs in, once', async () => {
  const { challengeId, code } = await begin()
  expect((await verify(challengeId, code)).status).toBe(200)
  expect(problemCode(await verify(challengeId, code))).toBe(protocol.ChallengeGoneError.code)
})

test('R5-25 three wrong codes lock it, and the right one comes too late', async () => {
  const { challengeId, code, wrong } = await begin()
  const first = await verify(challengeId, wrong)
  expect([problemCode(first), problemData(first)]).toEqual([4101, { triesLeft: 2 }])
  expect(problemData(await verify(challengeId, wrong))).toEqual({ triesLeft: 1 })
  expect(problemCode(await verify(challengeId, wrong))).toBe(protocol.CodeLockedError.code)
  expect(problemCode(await verify(challengeId, code))).toBe(protocol.CodeLockedError.code)
})

test('the third try may be the right one', async () => {
  const { challengeId, code, wrong } = await begin()
  await verify(challengeId, wrong)
  await verify(challengeId, wrong)
  expect((await verify(challengeId, code)).status).toBe(200)
})

test('R5-25 a code expires after five minutes', async () => {
  const { challengeId, code } = await begin()
  service.advance(300_000)
  expect(problemCode(await verify(challengeId, code))).toBe(protocol.CodeExpiredError.code)
})

test('R5-25 a new code replaces the one before', async () => {
  const first = await begin()
  service.advance(30_000)
  const second = await begin(first.email)
  expect(problemCode(await verify(first.challengeId, first.code))).toBe(protocol.ChallengeGoneError.code)
  expect((await verify(second.challengeId, second.code)).status).toBe(200)
})

test('another device cannot use a code, nor its tries', async () => {
  const { challengeId, code } = await begin()
  const thief = await createDevice(service)
  for (let attempt = 0; attempt < 4; attempt++)
    expect(problemCode(await verify(challengeId, code, thief))).toBe(protocol.ChallengeGoneError.code)
  expect((await verify(challengeId, code)).status).toBe(200)
})

test('200 guesses at once get three tries', async () => {
  const { challengeId, wrong } = await begin()
  const answers = await Promise.all(Array.from({ length: 200 }, () => verify(challengeId, wrong)))
  const codes = answers.map(problemCode)
  expect(codes.filter((code) => code === protocol.WrongCodeError.code)).toHaveLength(2)
  expect(codes.filter((code) => code === protocol.CodeLockedError.code)).toHaveLength(198)
})

test('200 right codes at once sign in once', async () => {
  const { challengeId, code } = await begin()
  const answers = await Promise.all(Array.from({ length: 200 }, () => verify(challengeId, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('200 different guesses at once, the right one among them: three tries, one use at most, no more failures than tries', async () => {
  const { challengeId, code, wrong, email } = await begin()
  const right = Math.floor(Math.random() * 8)
  const guesses = Array.from({ length: 200 }, (_, index) => (index % 8 === right ? code : wrong))
  const answers = await Promise.all(guesses.map((guess) => verify(challengeId, guess)))
  const used = answers.filter(({ status }) => status === 200).length
  const wrongs = answers.filter((answer) => answer.status === 422).length
  expect(used).toBeLessThanOrEqual(1)
  expect(used + wrongs).toBeLessThanOrEqual(3)
  expect((await verify(challengeId, code)).status).toBe(410)
  service.advance(30_000)
  expect((await begin(email)).codeLength).toBe(6)
})

test('R5-26 ten wrong codes in an hour call for eight characters; a success clears those of its own place alone', async () => {
  const plain = await createTestService({
    deps: { database: service.database },
    limits: {},
    projects: [
      {
        id: 'demo',
        name: 'Demo',
        mode: 'development',
        allowedOrigins: [HOST],
        deviceVerification: 'never',
      },
    ],
  })
  const own = await createDevice(plain)
  const email = newEmail()
  const ask = async (by = own) => {
    const reply = protocol.startEmail.reply.parse((await by.start(email)).body)
    return { ...reply, code: codeIn(plain.mails.at(-1)?.text) }
  }
  const fail = async (tries: number) => {
    const { challengeId } = await ask()
    for (let attempt = 0; attempt < tries; attempt++)
      await verify(challengeId, 'ZZZZZZZZ', own, '198.51.100.1')
    plain.advance(200_000)
  }
  const verify = (challengeId: string, code: string, by: Device, address?: string) =>
    by.call(protocol.verifyEmail, { body: { challengeId, code }, ...(address ? { address } : {}) })
  for (const tries of [3, 3, 3, 1]) await fail(tries)
  plain.advance(15 * 60_000)
  const long = await ask()
  expect(long.codeLength).toBe(8)
  expect(long.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  expect((await verify(long.challengeId, long.code.toLowerCase(), own)).status).toBe(200)
  plain.advance(30_000)
  // The guesser's failures still count for strangers: the owner's success came from elsewhere.
  const stranger = await createDevice(plain)
  const still = await ask(stranger)
  expect(still.codeLength).toBe(8)
  // The device that got in is no stranger any more.
  expect((await ask()).codeLength).toBe(6)
  expect((await verify(still.challengeId, still.code, stranger, '198.51.100.1')).status).toBe(200)
  plain.advance(30_000)
  expect((await ask(await createDevice(plain))).codeLength).toBe(6)
  await plain.stop()
})

test('a hundred wrong codes without a success stop the address for a day', async () => {
  const strict = await createTestService({
    deps: { database: service.database },
    limits: { consecutiveFailures: 4, codesPerQuarterHour: 100 },
  })
  const own = await createDevice(strict)
  const email = newEmail()
  for (const tries of [3, 1]) {
    const { challengeId } = await own.must(protocol.startEmail, {
      body: { projectId: 'demo', hostOrigin: 'http://app.localhost:5173', email, purpose: 'login' },
    })
    for (let attempt = 0; attempt < tries; attempt++) await verifyWith(own, challengeId)
    strict.advance(31_000)
  }
  const stopped = await own.start(email)
  expect(stopped.status).toBe(429)
  expect(problemCode(stopped)).toBe(protocol.TooManyFailuresError.code)
  expect(problemData(stopped)?.retryAfter).toBeGreaterThan(86_000)
  strict.advance(86_400_000)
  expect((await own.start(email)).status).toBe(200)
  await strict.stop()
})

const verifyWith = (by: Device, challengeId: string) =>
  by.call(protocol.verifyEmail, { body: { challengeId, code: 'ZZZZZZZZ' } })

test('a site that is taken off the list while the code is under way gets no session, and its code no try', async () => {
  const { challengeId, code } = await begin()
  const own = eq(challenges.id, challengeId)
  const { db } = service.database
  await db.update(challenges).set({ hostOrigin: 'https://gone.example' }).where(own)
  expect(problemCode(await verify(challengeId, code))).toBe(protocol.OriginNotAllowedError.code)
  await db.update(challenges).set({ hostOrigin: HOST }).where(own)
  expect((await verify(challengeId, code)).status).toBe(200)
})

test('a site that is not on the list, and an unknown project, get no code', async () => {
  const before = service.mails.length
  const site = await device.start(newEmail(), { body: { hostOrigin: 'http://evil.localhost:5173' } })
  expect([site.status, problemCode(site)]).toEqual([403, protocol.OriginNotAllowedError.code])
  const project = await device.start(newEmail(), { body: { projectId: 'nobody' } })
  expect([project.status, problemCode(project)]).toEqual([404, protocol.UnknownProjectError.code])
  expect(service.mails.length).toBe(before)
})

test('attack: a program asks for a short code in the name of the wallet’s own page, and no mail says so', async () => {
  const before = service.mails.length
  const refused = await device.start(newEmail(), { body: { hostOrigin: WALLET } })
  expect([refused.status, problemCode(refused)]).toEqual([400, protocol.InvalidRequestError.code])
  expect(service.mails.length).toBe(before)
})

test('R4-28 nothing tells an address with an account from one without', async () => {
  const known = newEmail()
  await device.signIn(known)
  service.advance(31_000)
  const shape = async (email: string) => {
    const answer = await device.start(email)
    const body = protocol.startEmail.reply.parse(answer.body)
    return {
      status: answer.status,
      headers: [...answer.headers.keys()],
      body: { ...body, challengeId: body.challengeId.length },
      length: JSON.stringify(answer.body).length,
    }
  }
  const unknown = known.replace('verify', 'nobody')
  const [one, other] = [await shape(known), await shape(unknown)]
  const hint = { emailHint: '' }
  expect({ ...other, body: { ...other.body, ...hint } }).toEqual({ ...one, body: { ...one.body, ...hint } })
})

test('the answer never leaves before the floor', async () => {
  const slow = await createTestService({ deps: { database: service.database }, limits: { startFloor: 150 } })
  const own = await createDevice(slow)
  const began = performance.now()
  await own.start(newEmail())
  expect(performance.now() - began).toBeGreaterThanOrEqual(149)
  await slow.stop()
})

test('a capital letter makes no second account, no second code and no second try, and mail goes where it was typed', async () => {
  const email = newEmail()
  const typed = email.replace(/^v/, 'V')
  const lower = await begin(email)
  const first = protocol.verifyEmail.reply.parse((await verify(lower.challengeId, lower.code)).body)
  const soon = await device.start(typed)
  expect(problemCode(soon)).toBe(protocol.TooSoonError.code)
  service.advance(30_000)
  const before = await begin(email)
  service.advance(30_000)
  const upper = await begin(typed)
  expect(service.mails.at(-1)?.to).toBe(typed)
  expect(problemCode(await verify(before.challengeId, before.code))).toBe(protocol.ChallengeGoneError.code)
  const second = protocol.verifyEmail.reply.parse((await verify(upper.challengeId, upper.code)).body)
  expect(second.session.user).toEqual(first.session.user)
})
