import { createHash } from 'node:crypto'
import * as protocol from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsOfProject, projectSchema } from '../../config/projects.ts'
import { codeIn, createDevice, type Device, problemCode, problemData } from '../../testing/createDevice.ts'
import { createTestService, HOST, type TestService, WALLET } from '../../testing/createTestService.ts'

let service: TestService
let device: Device
let count = 0
beforeAll(async () => {
  service = await createTestService({ limits: OWN })
  device = await createDevice(service)
})
afterAll(() => service.stop())

const newEmail = () => `send${++count}@example.com`
const MINUTE = 60_000
/** As the projects say. */
const OWN = { codesPerAddressHour: null, codesPerProjectMinute: null }
const PROJECT = { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST] }

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
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => device.start(email, { address: '127.0.0.1' })),
  )
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  const other = await createDevice(service)
  const refused = await Promise.all(Array.from({ length: 5 }, () => other.start(email)))
  expect(refused.map(problemCode)).toEqual(Array(5).fill(protocol.TooSoonError.code))
  expect(service.mails.length - before).toBe(1)
})

let small: TestService
beforeAll(async () => {
  small = await createTestService({
    projects: [{ ...PROJECT, limits: { codesPerMinute: 5, codesPerPlaceHour: 3 } }],
    limits: { ...OWN, workBits: 8, workedFactor: 2, brakePause: 0 },
  })
})
afterAll(() => small.stop())

/** What the keys app does, by another hand; and what somebody does who guesses: 1 number in 256 would be right. */
const solve = (asked: Task) => firstNumber(asked, (zeros) => zeros >= asked.bits)
const guessWrong = (asked: Task) => firstNumber(asked, (zeros) => zeros < asked.bits)
function firstNumber({ task }: Task, fits: (zeros: number) => boolean) {
  for (let solution = 0; ; solution++) {
    const hash = createHash('sha256').update(`${task}.${solution}`).digest()
    if (fits(Math.clz32(hash.readUInt32BE()))) return { task, solution: String(solution) }
  }
}
type Task = { task: string; bits: number; retryAfter: number }
const taskIn = (answer: { body: unknown }) => problemData(answer) as Task

/** Strangers from ever other sites use up what the project gives without work. */
async function useUp(codes = 5) {
  const stranger = await createDevice(small)
  for (let at = 0; at < codes; at++)
    await stranger.start(newEmail(), { address: `2001:db8:${at.toString(16)}::1` })
  return stranger
}

test('over a project’s codes a minute strangers work, each task for one device, one mailbox and once', async () => {
  small.advance(60 * MINUTE)
  const stranger = await useUp()
  const email = newEmail()
  const asked = await stranger.start(email)
  expect([asked.status, problemCode(asked)]).toEqual([429, protocol.RateLimitedError.code])
  expect(asked.headers.get('retry-after')).toBe(String(taskIn(asked).retryAfter))
  expect(taskIn(asked).bits).toBe(8)
  const work = solve(taskIn(asked))
  const before = small.mails.length
  const other = await createDevice(small)
  for (const [by, address, sent] of [
    [other, email, work],
    [stranger, newEmail(), work],
    [stranger, email, { ...work, task: work.task.replace('.8.', '.0.') }],
    [stranger, email, guessWrong(taskIn(asked))],
  ] as const)
    expect((await by.start(address, { body: { work: sent } })).status).toBe(429)
  expect(small.mails.length).toBe(before)
  expect((await stranger.start(email, { body: { work } })).status).toBe(200)
  small.advance(31_000)
  await useUp()
  expect((await stranger.start(email, { body: { work } })).status).toBe(429)
})

test('a task ends, and those who work are bounded as well', async () => {
  small.advance(60 * MINUTE)
  const stranger = await useUp()
  const [first, second] = [newEmail(), newEmail()]
  const old = solve(taskIn(await stranger.start(first)))
  small.advance(2 * MINUTE)
  await useUp()
  expect((await stranger.start(first, { body: { work: old } })).status).toBe(429)
  // Twice as many and no more.
  for (let at = 0; at < 10; at++) {
    const email = newEmail()
    const address = `2001:db8:${(at + 100).toString(16)}::1`
    const work = solve(taskIn(await stranger.start(email, { address })))
    const { status } = await stranger.start(email, { address, body: { work } })
    if (status !== 200) throw new Error(`${at}: ${status}`)
  }
  const work = solve(taskIn(await stranger.start(second)))
  const refused = await stranger.start(second, { body: { work } })
  expect([refused.status, taskIn(refused).task]).toEqual([429, undefined])
})

test('a device that the account knows is not asked to work', async () => {
  small.advance(60 * MINUTE)
  const mine = await createDevice(small)
  const email = newEmail()
  await mine.signIn(email)
  small.advance(60 * MINUTE)
  await useUp()
  expect((await mine.start(newEmail())).status).toBe(429)
  expect((await mine.start(email)).status).toBe(200)
})

test('a place that has used up its own uses up nothing of the project’s', async () => {
  small.advance(60 * MINUTE)
  const stranger = await createDevice(small)
  for (let at = 0; at < 8; at++) await stranger.start(newEmail(), { address: '192.0.2.9' })
  expect((await stranger.start(newEmail(), { address: '192.0.2.10' })).status).toBe(200)
})

test('a code that was not sent counts for nobody', async () => {
  small.advance(60 * MINUTE)
  const eager = await createDevice(small)
  const [own, others] = [newEmail(), newEmail()]
  const address = '192.0.2.20'
  expect((await eager.start(own, { address })).status).toBe(200)
  const other = await createDevice(small)
  for (let at = 0; at < 6; at++)
    expect(problemCode(await other.start(own, { address }))).toBe(protocol.TooSoonError.code)
  expect((await other.start(others, { address })).status).toBe(200)
})

test('an IPv6 site has eight times what one place has', async () => {
  const open = await createTestService({
    projects: [{ ...PROJECT, limits: { codesPerMinute: 1_000, codesPerPlaceHour: 1 } }],
    limits: OWN,
  })
  const stranger = await createDevice(open)
  const ask = async (address: string) => (await stranger.start(newEmail(), { address })).status
  for (let at = 0; at < 8; at++) expect(await ask(`2001:db8:1:${at}::1`)).toBe(200)
  expect(await ask('2001:db8:1:8::1')).toBe(429)
  expect(await ask('2001:db8:2:1::1')).toBe(200)
  await open.stop()
})

test('a production project sends 600 a minute and 200 an hour to one place, unless it says otherwise', () => {
  const of = (given: object) => limitsOfProject(projectSchema.parse({ ...PROJECT, ...given }))
  expect(of({ mode: 'production', allowedOrigins: ['https://shop.example'] })).toEqual({
    codesPerMinute: 600,
    codesPerPlaceHour: 200,
  })
  expect(of({ limits: { codesPerMinute: 7 } })).toEqual({ codesPerMinute: 7, codesPerPlaceHour: 20 })
  for (const limits of [{ codesPerMinute: 0 }, { codesPerPlaceHour: 1.5 }, { codes: 1 }])
    expect(projectSchema.safeParse({ ...PROJECT, limits }).success).toBe(false)
})
