import * as protocol from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeIn, createDevice, type Device, problemCode } from '../../testing/createDevice.ts'
import { createTestService, type TestService } from '../../testing/createTestService.ts'

/** Wrong digits that a place may try in an hour here. */
const MOST = 4
const HOUR = 3_600_000

let service: TestService
let count = 0
beforeAll(async () => {
  service = await createTestService({ limits: { guessesPerPlaceHour: MOST } })
})
afterAll(() => service.stop())

const newEmail = () => `spraying${++count}@example.com`

async function ask(by: Device, email: string) {
  const reply = protocol.startEmail.reply.parse((await by.start(email)).body)
  const text = service.mails.findLast(({ to }) => to === email)?.text
  return { ...reply, code: reply.action === 'VERIFY_OTP' ? codeIn(text) : '' }
}

const verify = (by: Device, challengeId: string, code: string) =>
  by.call(protocol.verifyEmail, { body: { challengeId, code } })

/** Six digits that are not the right ones. */
const wrongOf = (code: string) => code.replace(/.$/, (last) => (last === '1' ? '2' : '1'))

/** One wrong code at one more mailbox, with one more key; null where no six digits are sent. */
async function guess(address: string): Promise<number | null> {
  const by = await createDevice(service, address)
  const { challengeId, code } = await ask(by, newEmail())
  return code === '' ? null : problemCode(await verify(by, challengeId, wrongOf(code)))
}

async function guessAll(address: string): Promise<void> {
  for (let at = 0; at < MOST; at++) expect(await guess(address)).toBe(protocol.WrongCodeError.code)
}

test('a place that guesses at many mailboxes is told nothing of six digits any more, and gets long codes', async () => {
  const place = '198.51.100.20'
  const email = newEmail()
  const stranger = await createDevice(service, place)
  const before = await ask(stranger, email)
  await guessAll(place)
  expect(problemCode(await verify(stranger, before.challengeId, before.code))).toBe(
    protocol.CodeLockedError.code,
  )
  const next = await ask(await createDevice(service, place), newEmail())
  expect([next.action, next.codeLength]).toEqual(['VERIFY_DEVICE', 8])
  // It is the place alone, and for an hour.
  const elsewhere = await createDevice(service, '198.51.100.21')
  const other = await ask(elsewhere, newEmail())
  expect((await verify(elsewhere, other.challengeId, other.code)).status).toBe(200)
  service.advance(HOUR)
  expect((await ask(await createDevice(service, place), newEmail())).codeLength).toBe(6)
})

test('a device that signed in before is not held to what strangers of its place have tried', async () => {
  const place = '198.51.100.30'
  const email = newEmail()
  const owner = await createDevice(service, place)
  await owner.signIn(email)
  service.advance(31_000)
  await guessAll(place)
  const own = await ask(owner, email)
  expect([own.action, own.codeLength]).toEqual(['VERIFY_OTP', 6])
  expect((await verify(owner, own.challengeId, own.code)).status).toBe(200)
})

test('right codes of a place are not counted', async () => {
  for (let at = 0; at < MOST + 2; at++) {
    const by = await createDevice(service, '198.51.100.40')
    const { challengeId, code } = await ask(by, newEmail())
    expect((await verify(by, challengeId, code)).status).toBe(200)
  }
})

test('a site of IPv6 has eight places, however many it makes of itself', async () => {
  const codes: unknown[] = []
  for (let at = 0; at <= 8 * MOST; at++) codes.push(await guess(`2001:db8:7:${at.toString(16)}::1`))
  expect(codes.filter((code) => code === protocol.WrongCodeError.code)).toHaveLength(8 * MOST)
})
