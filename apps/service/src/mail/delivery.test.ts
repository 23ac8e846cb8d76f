import { type AddressInfo, connect, createServer } from 'node:net'
import * as protocol from '@latchkey/protocol/http'
import { type Mail as MailServer, startMail } from '@latchkey/testing/node'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mailJobs } from '../db/schema.ts'
import { tokenIn } from '../testing/askAsWallet.ts'
import { codeIn, createDevice, type Device, problemCode } from '../testing/createDevice.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'
import { connectMailServer, type Mail, type MailOutcome } from './mailServer.ts'

let mail: MailServer
let service: TestService
let device: Device
beforeAll(async () => {
  mail = await startMail()
  service = await createTestService({ smtpUrl: mail.smtpUrl })
  device = await createDevice(service)
})
afterAll(async () => {
  await service.stop()
  await mail.stop()
})

test('the code comes by SMTP and signs in', async () => {
  const { challengeId } = await device.must(protocol.startEmail, {
    body: {
      projectId: 'demo',
      hostOrigin: HOST,
      email: 'smtp@example.com',
      purpose: 'login',
      locale: 'de-DE',
    },
  })
  const message = await mail.waitForMessage('smtp@example.com')
  expect(message.from).toBe('no-reply@example.com')
  expect(message.subject).toBe('Ihr Anmeldecode für Latchkey')
  expect(message.text).toContain(HOST)
  expect(message.html).toContain('Demo &amp; Co')
  await device.must(protocol.verifyEmail, { body: { challengeId, code: codeIn(message.text) } })
})

test('a stopped mail server is told, does not count, and works again afterwards', async () => {
  await mail.stop()
  for (let attempt = 0; attempt < 7; attempt++) {
    const answer = await device.start('stopped@example.com')
    expect([answer.status, problemCode(answer)]).toEqual([503, protocol.MailUnavailableError.code])
  }
  await mail.restart()
  expect((await device.start('stopped@example.com')).status).toBe(200)
  expect((await mail.waitForMessage('stopped@example.com')).text).toContain(HOST)
})

test('mails go over connections that stay open', async () => {
  let connections = 0
  const proxy = createServer((socket) => {
    connections += 1
    const behind = connect(mail.smtpPort, '127.0.0.1')
    socket.pipe(behind).pipe(socket)
    for (const end of [socket, behind]) end.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const server = connectMailServer(`smtp://127.0.0.1:${port}`, 'Latchkey <no-reply@example.com>')
  const one = { to: 'pooled@example.com', subject: 'One', text: 'One', html: '<p>One</p>' }
  for (const subject of ['One', 'Two', 'Three'])
    expect(await server.sendMail({ ...one, subject })).toBe('sent')
  expect(connections).toBe(1)
  await Promise.all(Array.from({ length: 30 }, () => server.sendMail(one)))
  expect(connections).toBeLessThanOrEqual(5)
  server.close()
  // The pool holds none of them any more.
  await new Promise((resolve) => proxy.close(resolve))
})

test('more mails than can wait for a connection are put off', async () => {
  const server = connectMailServer(mail.smtpUrl, 'Latchkey <no-reply@example.com>')
  const one = { to: 'many@example.com', subject: 'One', text: 'One', html: '<p>One</p>' }
  const outcomes = await Promise.all(Array.from({ length: 110 }, () => server.sendMail(one)))
  server.close()
  expect(outcomes.filter((outcome) => outcome === 'later')).toHaveLength(5)
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(105)
})

/** A service whose mail server answers by hand. */
async function withOutcomes(
  outcomes: (MailOutcome | Promise<MailOutcome>)[],
  mailWait = 50,
  deviceVerification: 'risk' | 'always' = 'risk',
) {
  const mails: Mail[] = []
  const sendMail = async (sent: Mail) => {
    mails.push(sent)
    return outcomes.shift() ?? 'sent'
  }
  const own = await createTestService({
    deps: { database: service.database, sendMail },
    limits: { mailWait },
    projects: [{ id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST], deviceVerification }],
  })
  return { own, mails, by: await createDevice(own) }
}

test('what the mail server puts off is delivered later from the queue', async () => {
  const { own, mails, by } = await withOutcomes(['later', 'later'], 60_000)
  expect((await by.start('later@example.com')).status).toBe(200)
  await own.deliverMail()
  expect(mails).toHaveLength(1)
  own.advance(5_000)
  await own.deliverMail()
  own.advance(10_000)
  await own.deliverMail()
  await own.deliverMail()
  expect(mails).toHaveLength(3)
  await own.stop()
})

test('a code that was put off does not arrive after the one that replaced it', async () => {
  const { own, mails, by } = await withOutcomes(['later', 'later'], 60_000)
  const other = await createDevice(own)
  for (const device of [by, other, by]) {
    expect((await device.start('twice@example.com')).status).toBe(200)
    own.advance(31_000)
  }
  const codes = mails.map(({ text }) => codeIn(text))
  // What one device asks for takes nothing from another.
  await own.deliverMail()
  await own.deliverMail()
  expect(mails.slice(3).map(({ text }) => codeIn(text))).toEqual([codes[1]])
  await own.stop()
})

test('a device request that was put off does not arrive after the one that took its place', async () => {
  const { own, mails, by } = await withOutcomes(['later', 'later'], 60_000, 'always')
  for (const _ of [1, 2]) {
    expect((await by.start('asked-twice@example.com')).status).toBe(200)
    own.advance(31_000)
  }
  const links = mails.map(({ text }) => tokenIn(text, 'device'))
  expect(new Set(links).size).toBe(2)
  await own.deliverMail()
  await own.deliverMail()
  expect(mails.slice(2).map(({ text }) => tokenIn(text, 'device'))).toEqual([links[1]])
  await own.stop()
})

test('a slow mail server is waited for in the background', async () => {
  let finish = (_: MailOutcome) => {}
  const slow = new Promise<MailOutcome>((resolve) => {
    finish = resolve
  })
  const { own, mails, by } = await withOutcomes([slow])
  expect((await by.start('slow@example.com')).status).toBe(200)
  await vi.waitFor(() => expect(mails).toHaveLength(1), 15_000)
  // Another process leaves the job alone while this one is at it.
  await own.deliverMail()
  expect(mails).toHaveLength(1)
  finish('sent')
  await own.stop()
})

test('a mail that takes longer than a claim lasts is not sent twice', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let finish = (_: MailOutcome) => {}
  const slow = new Promise<MailOutcome>((resolve) => {
    finish = resolve
  })
  const { own, mails, by } = await withOutcomes([slow])
  try {
    expect((await by.start('tarpit@example.com')).status).toBe(200)
    const dueAt = async () => (await own.database.db.select().from(mailJobs))[0]?.nextAttemptAt
    const first = await dueAt()
    own.advance(20_000)
    vi.advanceTimersByTime(20_000)
    await vi.waitFor(async () => expect(await dueAt()).toBeGreaterThan(first ?? 0), 15_000)
    own.advance(20_000)
    await own.deliverMail()
    expect(mails).toHaveLength(1)
  } finally {
    vi.useRealTimers()
    finish('sent')
    await own.stop()
  }
})

test('a mail server that fails after the answer has left is tried again', async () => {
  let finish = (_: MailOutcome) => {}
  const slow = new Promise<MailOutcome>((resolve) => {
    finish = resolve
  })
  const { own, mails, by } = await withOutcomes([slow])
  expect((await by.start('fails-late@example.com')).status).toBe(200)
  await vi.waitFor(() => expect(mails).toHaveLength(1), 15_000)
  finish('failed')
  await vi.waitFor(async () => {
    own.advance(6_000)
    await own.deliverMail()
    expect(mails).toHaveLength(2)
  }, 15_000)
  await own.stop()
})

test('a mail that was reported as not sent is not sent later', async () => {
  const { own, mails, by } = await withOutcomes(['failed'], 60_000)
  expect((await by.start('told@example.com')).status).toBe(503)
  own.advance(60_000)
  await own.deliverMail()
  expect(mails).toHaveLength(1)
  await own.stop()
})

test('a recipient that the mail server refuses gets the same answer as any other', async () => {
  const { own, by } = await withOutcomes(['refused'])
  expect((await by.start('refused@example.com')).status).toBe(200)
  await own.stop()
})

test('without a mail server there is no mail', async () => {
  const own = await createTestService({ deps: { database: service.database }, smtpUrl: 'smtp://127.0.0.1:1' })
  const by = await createDevice(own)
  expect(problemCode(await by.start('nowhere@example.com'))).toBe(protocol.MailUnavailableError.code)
  await own.stop()
})
