import * as protocol from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeIn, createDevice, type Device, problemCode, problemData } from '../testing/createDevice.ts'
import { createTestService, HOST, type TestService, WALLET } from '../testing/createTestService.ts'

let service: TestService
let device: Device
let count = 0
beforeAll(async () => {
  service = await createTestService()
  device = await createDevice(service)
})
afterAll(() => service.stop())

const newEmail = () => `send${++count}@example.com`
const MINUTE = 60_000

test('R9-1 R5-2 a second code within 30 seconds is refused with the seconds left', async () => {
  const email = newEmail()
  expect((await device.start(email)).status).toBe(200)
  service.advance(10_500)
  const other = await createDevice(service)
  const soon = await other.start(email)
  expect([soon.status, problemCode(soon), problemData(soon)]).toEqual([429, 4100, { retryAfter: 20 }])
  expect(soon.headers.get('retry-after')).toBe('20')
  service.advance(19_500)
  expect((await device.start(email)).status).toBe(200)
})

test('R5-2 five codes in 15 minutes, ten in a day', async () => {
  const email = newEmail()
  const sent: number[] = []
  for (let attempt = 0; attempt < 6; attempt++) {
    sent.push((await device.start(email)).status)
    service.advance(31_000)
  }
  expect(sent).toEqual([200, 200, 200, 200, 200, 429])
  service.advance(60 * MINUTE)
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await device.start(email)).status).toBe(200)
    service.advance(31_000)
  }
  service.advance(60 * MINUTE)
  const refused = await device.start(email)
  expect(problemCode(refused)).toBe(protocol.TooManyCodesError.code)
  service.advance(24 * 60 * MINUTE)
  expect((await device.start(email)).status).toBe(200)
})

test('twenty codes an hour for one place, whatever the addresses; a /64 is one place', async () => {
  service.advance(60 * MINUTE)
  const statuses: number[] = []
  for (let attempt = 0; attempt < 21; attempt++)
    statuses.push((await device.start(newEmail(), { address: `2001:db8:1:2::${attempt}` })).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect((await device.start(newEmail(), { address: '2001:db8:1:3::1' })).status).toBe(200)
})

test("a developer's own machine is not one place in a development project", async () => {
  service.advance(60 * MINUTE)
  for (let attempt = 0; attempt < 25; attempt++)
    expect((await device.start(newEmail(), { address: '127.0.0.1' })).status).toBe(200)
})

test('sixty codes a minute for one project', async () => {
  service.advance(60 * MINUTE)
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_, index) => device.start(newEmail(), { address: `192.0.2.${index}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  const refused = answers.find(({ status }) => status !== 200)
  expect(refused && problemCode(refused)).toBe(protocol.RateLimitedError.code)
})

test('a start that is asked again by the same device gets the same answer, and sends no second mail', async () => {
  service.advance(60 * MINUTE)
  const email = newEmail()
  const first = await device.start(email)
  const sent = service.mails.length
  service.advance(10_000)
  const again = await device.start(email)
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(service.mails).toHaveLength(sent)
  const { challengeId } = protocol.startEmail.reply.parse(again.body)
  const code = codeIn(service.mails.at(-1)?.text)
  await device.must(protocol.verifyEmail, { body: { challengeId, code } })
  // Used up, it is no answer any more.
  expect(problemCode(await device.start(email))).toBe(protocol.TooSoonError.code)
})

test.each([
  ['for another site', { hostOrigin: 'http://localhost:3000' }],
  ['for the account page', { purpose: 'account', hostOrigin: WALLET }],
  ['of another project', { projectId: 'other' }],
])('a start %s is another question', async (_, body) => {
  const own = await createTestService({
    deps: { database: service.database },
    projects: [
      { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST, 'http://localhost:3000'] },
      { id: 'other', name: 'Other', mode: 'development', allowedOrigins: [HOST] },
    ],
  })
  const by = await createDevice(own)
  const email = newEmail()
  expect((await by.start(email)).status).toBe(200)
  expect(problemCode(await by.start(email, { body }))).toBe(protocol.TooSoonError.code)
  expect(own.mails).toHaveLength(1)
  await own.stop()
})

test('a code that was guessed at to the end is not offered again', async () => {
  service.advance(60 * MINUTE)
  const email = newEmail()
  const { challengeId } = protocol.startEmail.reply.parse((await device.start(email)).body)
  const code = codeIn(service.mails.at(-1)?.text) === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 3; tries++)
    await device.call(protocol.verifyEmail, { body: { challengeId, code } })
  expect(problemCode(await device.start(email))).toBe(protocol.TooSoonError.code)
})

test('a question to the mailbox that is asked again is the same one', async () => {
  const project = { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST] }
  const own = await createTestService({
    deps: { database: service.database },
    projects: [{ ...project, deviceVerification: 'always' }],
  })
  const [by, other] = [await createDevice(own), await createDevice(own)]
  const email = newEmail()
  const first = await by.start(email)
  expect(first.body).toMatchObject({ action: 'VERIFY_DEVICE' })
  own.advance(5_000)
  expect((await by.start(email)).body).toEqual(first.body)
  expect(problemCode(await other.start(email))).toBe(protocol.TooSoonError.code)
  expect(own.mails).toHaveLength(1)
  own.advance(25_000)
  expect((await by.start(email)).body).not.toEqual(first.body)
  expect(own.mails).toHaveLength(2)
  await own.stop()
})

test('asking many times at once sends one mail', async () => {
  service.advance(60 * MINUTE)
  const email = newEmail()
  const before = service.mails.length
  const answers = await Promise.all(Array.from({ length: 30 }, () => device.start(email)))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  const other = await createDevice(service)
  const refused = await Promise.all(Array.from({ length: 5 }, () => other.start(email)))
  expect(refused.map(problemCode)).toEqual(Array(5).fill(protocol.TooSoonError.code))
  expect(service.mails.length - before).toBe(1)
})
