import * as protocol from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeIn, createDevice, type Device, problemCode } from '../../testing/createDevice.ts'
import { createTestService, type TestService } from '../../testing/createTestService.ts'

let service: TestService
let count = 0
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.stop())

const MINUTE = 60_000
const newEmail = () => `strangers${++count}@example.com`
const stranger = () => createDevice(service, '198.51.100.9')

async function ask(by: Device, email: string) {
  const answer = await by.start(email)
  if (answer.status !== 200) throw new Error(`start: ${problemCode(answer)}`)
  const reply = protocol.startEmail.reply.parse(answer.body)
  return { ...reply, code: codeIn(service.mails.findLast(({ to }) => to === email)?.text) }
}

const verify = (by: Device, challengeId: string, code: string) =>
  by.call(protocol.verifyEmail, { body: { challengeId, code } })

const wrongOf = (code: string) => code.replace(/.$/, (last) => (last === '1' ? '2' : '1'))

/** Four codes that are asked for and never typed right, and then a pause. */
async function guess(email: string, next: () => Promise<Device>) {
  for (let at = 0; at < 4; at++) {
    const by = await next()
    const { challengeId, code } = await ask(by, email)
    for (let attempt = 0; attempt < 3; attempt++) await verify(by, challengeId, wrongOf(code))
    service.advance(31_000)
  }
  service.advance(15 * MINUTE)
}

/** An account, and the device that signs in to it. */
async function createOwner() {
  const email = newEmail()
  const device = await createDevice(service)
  await device.signIn(email)
  service.advance(31_000)
  return { email, device }
}

test('a stranger’s request leaves the code that the owner is about to type alive', async () => {
  const email = newEmail()
  const owner = await createDevice(service)
  const own = await ask(owner, email)
  service.advance(31_000)
  const foreign = await ask(await stranger(), email)
  expect(foreign.challengeId).not.toBe(own.challengeId)
  expect((await verify(owner, own.challengeId, own.code)).status).toBe(200)
})

test('a code of one device is nothing for another that has one of its own', async () => {
  const email = newEmail()
  const [one, two] = [await createDevice(service), await stranger()]
  const first = await ask(one, email)
  service.advance(31_000)
  const second = await ask(two, email)
  expect(problemCode(await verify(two, first.challengeId, first.code))).toBe(protocol.ChallengeGoneError.code)
  // Two codes are the same by chance, once in a million times.
  const foreign = first.code === second.code ? wrongOf(first.code) : first.code
  expect(problemCode(await verify(two, second.challengeId, foreign))).toBe(protocol.WrongCodeError.code)
})

test('strangers who use up the day take no code and no pause from a device that signed in before', async () => {
  const { email, device } = await createOwner()
  for (let at = 0; at < 9; at++) {
    if (at === 4) service.advance(20 * MINUTE)
    await ask(await stranger(), email)
    service.advance(31_000)
  }
  service.advance(20 * MINUTE)
  expect(problemCode(await (await stranger()).start(email))).toBe(protocol.TooManyCodesError.code)
  // The device has its own: five in a quarter of an hour, ten in a day.
  const sent: number[] = []
  for (let at = 0; at < 6; at++) {
    sent.push((await device.start(email)).status)
    service.advance(31_000)
  }
  expect(sent).toEqual([200, 200, 200, 200, 200, 429])
})

test('a device that signed in before uses up nothing of the strangers’ day', async () => {
  const { email, device } = await createOwner()
  for (let at = 0; at < 5; at++) {
    await ask(device, email)
    service.advance(31_000)
  }
  expect((await (await stranger()).start(email)).status).toBe(200)
})

test('wrong codes of strangers call for the long code and the mailbox’s word from strangers alone', async () => {
  const { email, device } = await createOwner()
  await guess(email, stranger)
  const foreign = protocol.startEmail.reply.parse((await (await stranger()).start(email)).body)
  expect([foreign.action, foreign.codeLength]).toEqual(['VERIFY_DEVICE', 8])
  const own = await ask(device, email)
  expect([own.action, own.codeLength]).toEqual(['VERIFY_OTP', 6])
  expect((await verify(device, own.challengeId, own.code)).status).toBe(200)
})

test('a known device that guesses is called to the long code for itself', async () => {
  const { email, device } = await createOwner()
  await guess(email, async () => device)
  expect(protocol.startEmail.reply.parse((await device.start(email)).body).codeLength).toBe(8)
  expect(protocol.startEmail.reply.parse((await (await stranger()).start(email)).body).codeLength).toBe(6)
})

test('a hundred wrong codes of strangers in a row stop strangers, and not a device that signed in before', async () => {
  const strict = await createTestService({ limits: { consecutiveFailures: 3 } })
  const owner = await createDevice(strict)
  const email = newEmail()
  await owner.signIn(email)
  strict.advance(31_000)
  const guesser = await createDevice(strict, '198.51.100.9')
  const { challengeId } = protocol.startEmail.reply.parse((await guesser.start(email)).body)
  for (let attempt = 0; attempt < 3; attempt++) await verify(guesser, challengeId, 'ZZZZZZZZ')
  strict.advance(31_000)
  expect(problemCode(await guesser.start(email))).toBe(protocol.TooManyFailuresError.code)
  expect((await owner.start(email)).status).toBe(200)
  // Who gets in shows that the mailbox is in use: then strangers are only held to the long code.
  const own = protocol.startEmail.reply.parse((await owner.start(email)).body)
  const code = codeIn(strict.mails.findLast(({ to }) => to === email)?.text)
  expect((await verify(owner, own.challengeId, code)).status).toBe(200)
  strict.advance(31_000)
  expect((await guesser.start(email)).status).toBe(200)
  await strict.stop()
})

test('a right code forgets the wrong ones of strangers of its own place, and of no other', async () => {
  const { email, device } = await createOwner()
  await guess(email, stranger)
  const lengthForStrangers = async () =>
    protocol.startEmail.reply.parse((await (await stranger()).start(email)).body).codeLength
  const signInFrom = async (address: string) => {
    const by = await createDevice(service, address, device.keys)
    const { challengeId, code } = await ask(by, email)
    expect((await verify(by, challengeId, code)).status).toBe(200)
    service.advance(31_000)
  }
  await signInFrom(device.address)
  expect(await lengthForStrangers()).toBe(8)
  service.advance(31_000)
  await signInFrom('198.51.100.9')
  expect(await lengthForStrangers()).toBe(6)
})

test('strangers, however many keys they make, guess at a mailbox 30 times a day, and 60 times a month by six digits', async () => {
  const email = newEmail()
  const lengths: number[] = []
  for (let day = 0; day < 4; day++) {
    let guesses = 0
    for (let at = 0; at < 14; at++) {
      const by = await createDevice(service, `2001:db8:${day + 1}:${at}::1`)
      const started = await by.start(email)
      if (started.status === 200) {
        const { challengeId, codeLength, action } = protocol.startEmail.reply.parse(started.body)
        lengths.push(codeLength)
        if (action === 'VERIFY_OTP')
          for (let attempt = 0; attempt < 3; attempt++) {
            await verify(by, challengeId, 'ZZZZZZZZ')
            guesses++
          }
      }
      service.advance(16 * MINUTE)
    }
    expect(guesses).toBeLessThanOrEqual(30)
    service.advance(24 * 60 * MINUTE)
  }
  expect(3 * lengths.filter((length) => length === 6).length).toBeLessThanOrEqual(60)
})

test('a mailbox without an account answers strangers as one with an account does', async () => {
  const { email } = await createOwner()
  // The code that made the account was asked for by a stranger, and counted.
  service.advance(24 * 60 * MINUTE)
  const ask = async (mailbox: string) => {
    const seen: unknown[] = []
    for (let at = 0; at < 7; at++) {
      const { status, body } = await (await stranger()).start(mailbox)
      seen.push([status, Object.keys(body as object).sort(), status === 200 ? null : problemCode({ body })])
      service.advance(31_000)
    }
    return seen
  }
  expect(await ask(newEmail())).toEqual(await ask(email))
})
