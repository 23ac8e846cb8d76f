import * as protocol from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceRequests } from '../../db/identitySchema.ts'
import { askAsWallet, tokenIn } from '../../testing/askAsWallet.ts'
import {
  type CallOptions,
  codeIn,
  createDevice,
  type Device,
  problemCode,
  problemData,
} from '../../testing/createDevice.ts'
import { createTestService, HOST, KEYS, type TestService, WALLET } from '../../testing/createTestService.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const DAY = 86_400_000
const demo = { name: 'Demo & Co', mode: 'development', allowedOrigins: [HOST] }

let service: TestService
let count = 0
beforeAll(async () => {
  service = await createTestService({
    projects: [
      { ...demo, id: 'strict', deviceVerification: 'always' },
      { ...demo, id: 'risk' },
      { ...demo, id: 'open', deviceVerification: 'never' },
    ],
    limits: {
      codesPerQuarterHour: 1_000,
      codesPerDay: 1_000,
      deviceWait: 40,
      deviceInterval: 10,
      deviceChecksPerMinute: 1_000,
      apiCallsPerMinute: 100_000,
    },
  })
})
afterAll(() => service.stop())

const newEmail = () => `device${++count}@example.com`
const begin = (by: Device, email: string, projectId = 'strict', more: CallOptions = {}) =>
  by.start(email, { ...more, body: { projectId, ...(more.body as object) } })
const replyOf = (answer: { body: unknown }) => protocol.startEmail.reply.parse(answer.body)
const check = (by: Device, challengeId: string) => by.call(protocol.checkDevice, { body: { challengeId } })
const lastToken = () => tokenIn(service.mails.at(-1)?.text, 'device')
const read = (token: string) => askAsWallet(service, protocol.readDeviceRequest, { token })
const answer = (token: string, word: 'approve' | 'reject') =>
  askAsWallet(service, protocol.answerDeviceRequest, { token, answer: word })
const verify = (by: Device, challengeId: string, code: string) =>
  by.call(protocol.verifyEmail, { body: { challengeId, code } })

/** Asks for a sign-in that waits for the mailbox. */
async function ask(email = newEmail(), by?: Device, projectId = 'strict') {
  const device = by ?? (await createDevice(service))
  const reply = replyOf(await begin(device, email, projectId, { headers: { 'user-agent': FIREFOX } }))
  expect(reply.action).toBe('VERIFY_DEVICE')
  return { device, email, reply, token: lastToken() }
}

test('R4-26 R4-29 the device comes before the code: a link is answered, then eight characters sign in', async () => {
  const { device, email, reply, token } = await ask()
  expect(reply).toMatchObject({ codeLength: 8, emailHint: 'd•••@example.com' })
  expect(reply.deviceNumber).toMatch(/^[0-9]{2}$/)
  expect(reply.expiresAt - service.config.now()).toBe(600_000)
  const before = service.mails.length
  expect((await check(device, reply.challengeId)).body).toEqual({ status: 'pending' })
  expect(service.mails).toHaveLength(before)

  const shown = protocol.readDeviceRequest.reply.parse((await read(token)).body)
  expect(shown).toMatchObject({
    number: reply.deviceNumber,
    hostOrigin: HOST,
    projectName: 'Demo & Co',
    browser: 'Firefox on Linux',
    place: '203.0.113.0/24',
  })
  expect((await answer(token, 'approve')).status).toBe(200)
  const { status, challenge } = protocol.checkDevice.reply.parse(
    (await check(device, reply.challengeId)).body,
  ) as { status: string; challenge: { challengeId: string; codeLength: number } }
  expect([status, challenge.codeLength]).toEqual(['approved', 8])
  const mail = service.mails.at(-1)
  expect(mail?.to).toBe(email)
  const signedIn = await verify(device, challenge.challengeId, codeIn(mail?.text))
  expect(signedIn.status).toBe(200)
  // Vouched for, it needs no second answer.
  service.advance(30_000)
  expect(replyOf(await begin(device, email)).action).toBe('VERIFY_OTP')
})

test('opening the link changes nothing, however often: scanners do that', async () => {
  const { device, reply, token } = await ask()
  const readings = await Promise.all(Array.from({ length: 20 }, () => read(token)))
  expect(readings.every(({ status }) => status === 200)).toBe(true)
  expect((await check(device, reply.challengeId)).body).toEqual({ status: 'pending' })
})

test('the mail has no number, and its link is the only way to an answer', async () => {
  const { reply, token } = await ask()
  const mail = service.mails.at(-1)
  const words = `${mail?.text}`.replace(token, '').split(/\s+/)
  if (!['10', '24'].includes(reply.deviceNumber ?? '')) expect(words).not.toContain(reply.deviceNumber)
  const stored = JSON.stringify(
    (await service.database.db.execute('select * from device_requests')) as unknown,
  )
  expect(stored).not.toContain(token)
  expect(stored).not.toContain('@example.com')
  for (const origin of [KEYS, HOST, 'http://evil.example']) {
    const refused = await askAsWallet(
      service,
      protocol.answerDeviceRequest,
      { token, answer: 'approve' },
      { origin },
    )
    expect(problemCode(refused)).toBe(protocol.OriginNotAllowedError.code)
  }
  expect(problemCode(await answer('A'.repeat(43), 'approve'))).toBe(protocol.DeviceGoneError.code)
})

test('a rejected device gets no code for a day, then has to ask the mailbox again', async () => {
  const { device, email, reply, token } = await ask(newEmail(), undefined, 'strict')
  expect((await answer(token, 'reject')).status).toBe(200)
  const told = await check(device, reply.challengeId)
  expect([told.status, problemCode(told), problemData(told)]).toEqual([403, 4131, { retryAfter: 86_400 }])
  service.advance(60_000)
  for (const projectId of ['strict', 'risk', 'open']) {
    const refused = await begin(device, email, projectId)
    expect([problemCode(refused), problemData(refused)]).toEqual([4131, { retryAfter: 86_340 }])
  }
  service.advance(DAY)
  const again = await begin(device, email, 'risk')
  expect(replyOf(again).action).toBe('VERIFY_DEVICE')
})

test('R4-30 on risk: codes alone at first; after guesses, and while a refusal is fresh, the mailbox is asked', async () => {
  const email = newEmail()
  const guesser = await createDevice(service)
  for (let round = 0; round < 4; round++) {
    const { action, challengeId } = replyOf(await begin(guesser, email, 'risk'))
    expect(action).toBe('VERIFY_OTP')
    for (let attempt = 0; attempt < 3; attempt++) await verify(guesser, challengeId, 'ZZZZZZZZ')
    service.advance(31_000)
  }
  const owner = await createDevice(service)
  const { token } = await ask(email, owner, 'risk')
  await answer(token, 'reject')
  service.advance(3_700_000)
  // The guesses are an hour old; the refusal still stands.
  const third = await createDevice(service)
  expect(replyOf(await begin(third, email, 'risk')).action).toBe('VERIFY_DEVICE')
  service.advance(DAY)
  expect(replyOf(await begin(await createDevice(service), email, 'risk')).action).toBe('VERIFY_OTP')
})

test('R4-30 never: no device is asked about, whatever happened', async () => {
  const email = newEmail()
  const device = await createDevice(service)
  for (let round = 0; round < 5; round++) {
    const { action, challengeId } = replyOf(await begin(device, email, 'open'))
    expect(action).toBe('VERIFY_OTP')
    for (let attempt = 0; attempt < 3; attempt++) await verify(device, challengeId, 'ZZZZZZZZ')
    service.advance(31_000)
  }
  expect(replyOf(await begin(device, email, 'open')).codeLength).toBe(8)
})

test('only the key that asked learns the answer, and gets the code', async () => {
  const { reply, token } = await ask()
  const thief = await createDevice(service)
  expect(problemCode(await check(thief, reply.challengeId))).toBe(protocol.DeviceGoneError.code)
  await answer(token, 'approve')
  const before = service.mails.length
  expect(problemCode(await check(thief, reply.challengeId))).toBe(protocol.DeviceGoneError.code)
  expect(service.mails).toHaveLength(before)
})

test('a request lives ten minutes', async () => {
  const { device, reply, token } = await ask()
  service.advance(600_000)
  for (const gone of [
    await read(token),
    await answer(token, 'approve'),
    await check(device, reply.challengeId),
  ])
    expect(problemCode(gone)).toBe(protocol.DeviceGoneError.code)
})

test('three devices of one address may wait; asking again takes the own place', async () => {
  const email = newEmail()
  const asked = []
  for (let number = 0; number < 3; number++) {
    asked.push(await ask(email))
    service.advance(31_000)
  }
  const fourth = await createDevice(service)
  const refused = await begin(fourth, email)
  expect([refused.status, problemCode(refused)]).toEqual([429, protocol.DevicePendingLimitError.code])
  expect(problemData(refused)?.retryAfter).toBe(Math.ceil((600_000 - 93_000) / 1_000))
  const first = asked[0]
  if (!first) throw new Error('Nothing was asked.')
  const again = await ask(email, first.device)
  expect(problemCode(await read(first.token))).toBe(protocol.DeviceGoneError.code)
  expect((await answer(again.token, 'reject')).status).toBe(200)
  service.advance(31_000)
  expect((await begin(fourth, email)).status).toBe(200)
})

test('a site that is taken off the list before the answer gets no code', async () => {
  const { device, email, reply, token } = await ask()
  const own = eq(deviceRequests.id, reply.challengeId)
  await service.database.db.update(deviceRequests).set({ hostOrigin: 'https://gone.example' }).where(own)
  expect((await answer(token, 'approve')).status).toBe(200)
  const sent = service.mails.filter(({ to }) => to === email).length
  expect(problemCode(await check(device, reply.challengeId))).toBe(protocol.OriginNotAllowedError.code)
  expect(service.mails.filter(({ to }) => to === email)).toHaveLength(sent)
})

test('devices that nobody has answered in time make room for others', async () => {
  const email = newEmail()
  for (let number = 0; number < 3; number++) {
    await ask(email)
    service.advance(31_000)
  }
  const fourth = await createDevice(service)
  service.advance(600_000 - 3 * 31_000 - 1)
  expect(problemCode(await begin(fourth, email))).toBe(protocol.DevicePendingLimitError.code)
  service.advance(1)
  expect((await begin(fourth, email)).status).toBe(200)
})

// An overloaded machine may turn some callers away before they reach the database; nothing is done twice.
const OVERLOADED = protocol.InternalServiceError.code

test('200 answers at once: one counts', async () => {
  const { device, reply, token } = await ask()
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => answer(token, index % 2 ? 'approve' : 'reject')),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const refused of answers.filter(({ status }) => status !== 200))
    expect([protocol.DeviceGoneError.code, OVERLOADED]).toContain(problemCode(refused))
  const counted = answers.findIndex(({ status }) => status === 200)
  expect((await check(device, reply.challengeId)).status).toBe(counted % 2 ? 200 : 403)
})

test('200 questions at once after the approval: one code', async () => {
  const { device, reply, token } = await ask()
  await answer(token, 'approve')
  const before = service.mails.length
  const checks = await Promise.all(Array.from({ length: 200 }, () => check(device, reply.challengeId)))
  const told = checks.filter(({ status }) => status === 200)
  for (const refused of checks.filter(({ status }) => status !== 200))
    expect(problemCode(refused)).toBe(OVERLOADED)
  expect(service.mails.length - before).toBe(1)
  expect(new Set(told.map(({ body }) => JSON.stringify(body))).size).toBe(1)
})

test('an answer ends the wait; so does leaving', async () => {
  const patient = await createTestService({
    deps: { database: service.database },
    projects: [{ ...demo, id: 'strict', deviceVerification: 'always' }],
    limits: { apiCallsPerMinute: 100_000, deviceWait: 20_000, deviceInterval: 20 },
  })
  const device = await createDevice(patient)
  const { challengeId } = replyOf(await device.start(newEmail(), { body: { projectId: 'strict' } }))
  const token = tokenIn(patient.mails.at(-1)?.text, 'device')
  const waiting = device.call(protocol.checkDevice, { body: { challengeId } })
  // While it waits, others are served.
  expect((await askAsWallet(patient, protocol.readDeviceRequest, { token })).status).toBe(200)
  await askAsWallet(patient, protocol.answerDeviceRequest, { token, answer: 'approve' })
  expect(protocol.checkDevice.reply.parse((await waiting).body).status).toBe('approved')

  const other = await createDevice(patient)
  const asked = replyOf(await other.start(newEmail(), { body: { projectId: 'strict' } }))
  const gone = new AbortController()
  const left = other.call(protocol.checkDevice, {
    body: { challengeId: asked.challengeId },
    signal: gone.signal,
  })
  gone.abort()
  expect((await left).body).toEqual({ status: 'pending' })
  await patient.stop()
})

test('forty devices wait at once and hold no connection of the database', async () => {
  const patient = await createTestService({
    deps: { database: service.database },
    projects: [{ ...demo, id: 'strict', deviceVerification: 'always' }],
    limits: {
      apiCallsPerMinute: 100_000,
      deviceWait: 20_000,
      deviceInterval: 5_000,
    },
  })
  const gone = new AbortController()
  const waits: Promise<unknown>[] = []
  for (let number = 0; number < 40; number++) {
    const device = await createDevice(patient)
    const { challengeId } = replyOf(await device.start(newEmail(), { body: { projectId: 'strict' } }))
    waits.push(device.call(protocol.checkDevice, { body: { challengeId }, signal: gone.signal }))
  }
  // More than the pool has: each of these needs a connection, and gets one.
  const token = tokenIn(patient.mails.at(-1)?.text, 'device')
  const others = await Promise.all(
    Array.from({ length: 20 }, () => askAsWallet(patient, protocol.readDeviceRequest, { token })),
  )
  expect(others.every(({ status }) => status === 200)).toBe(true)
  gone.abort()
  await Promise.all(waits)
  await patient.stop()
})

test('a device that asks too often is told to wait', async () => {
  const own = await createTestService({
    deps: { database: service.database },
    projects: [{ ...demo, id: 'strict', deviceVerification: 'always' }],
    limits: { apiCallsPerMinute: 100_000, deviceWait: 1, deviceInterval: 1 },
  })
  const device = await createDevice(own)
  const { challengeId } = replyOf(await device.start(newEmail(), { body: { projectId: 'strict' } }))
  const answers = []
  for (let number = 0; number < 31; number++)
    answers.push(await device.call(protocol.checkDevice, { body: { challengeId } }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(problemCode(answers.at(-1) ?? { body: null })).toBe(protocol.RateLimitedError.code)
  await own.stop()
})

test('a mail server that is down takes nothing away: the code is sent when it is back', async () => {
  let isDown = false
  const mails: string[] = []
  const own = await createTestService({
    deps: {
      database: service.database,
      sendMail: async ({ text }) => {
        if (isDown) return 'failed'
        mails.push(text)
        return 'sent'
      },
    },
    projects: [{ ...demo, id: 'strict', deviceVerification: 'always' }],
    limits: {
      apiCallsPerMinute: 100_000,
      deviceWait: 40,
      deviceInterval: 10,
      mailWait: 20_000,
    },
  })
  const device = await createDevice(own)
  isDown = true
  const email = newEmail()
  expect(problemCode(await device.start(email, { body: { projectId: 'strict' } }))).toBe(4106)
  isDown = false
  const { challengeId } = replyOf(await device.start(email, { body: { projectId: 'strict' } }))
  await askAsWallet(own, protocol.answerDeviceRequest, {
    token: tokenIn(mails.at(-1), 'device'),
    answer: 'approve',
  })
  isDown = true
  const failed = await device.call(protocol.checkDevice, { body: { challengeId } })
  expect(problemCode(failed)).toBe(protocol.MailUnavailableError.code)
  isDown = false
  const sent = await device.call(protocol.checkDevice, { body: { challengeId } })
  expect(sent.status).toBe(200)
  expect(codeIn(mails.at(-1))).toHaveLength(8)
  await own.stop()
})

test('the account page of the wallet itself may ask, on every project', async () => {
  const device = await createDevice(service)
  const start = await begin(device, newEmail(), 'open', { body: { hostOrigin: WALLET, purpose: 'account' } })
  expect(replyOf(start)).toMatchObject({ action: 'VERIFY_OTP', codeLength: 8 })
})
