import * as protocol from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevice, type Device, problemCode, problemData } from '../testing/createDevice.ts'
import { createTestService, type TestService } from '../testing/createTestService.ts'

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
  const soon = await device.start(email)
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

test('asking many times at once sends one mail', async () => {
  service.advance(60 * MINUTE)
  const email = newEmail()
  const before = service.mails.length
  const answers = await Promise.all(Array.from({ length: 30 }, () => device.start(email)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(service.mails.length - before).toBe(1)
})
