import * as protocol from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccountPage } from '../../testing/accountPage.ts'
import { codeIn, createDevice, type Device, problemCode } from '../../testing/createDevice.ts'
import { createTestService, HOST, type TestService, WALLET } from '../../testing/createTestService.ts'

let service: TestService
let count = 0
beforeAll(async () => {
  service = await createTestService({ limits: { apiCallsPerMinute: 100_000 } })
})
afterAll(() => service.stop())

type Visit = { device: Device; token: string }
const signIn = async (email: string): Promise<Visit> => {
  service.advance(31_000)
  const device = await createDevice(service)
  return { device, token: (await device.signIn(email)).tokens.accessToken }
}
const share = ({ device, token }: Visit, email: string, hostOrigin = HOST) =>
  device.call(protocol.shareEmail, { token, body: { hostOrigin, email } })
const sharedWith = async ({ device, token }: Visit) =>
  (await device.must(protocol.getSession, { token })).emailSharedWith
const knows = async ({ device, token }: Visit) =>
  (await device.must(protocol.getAccount, { token })).sites.find(({ origin }) => origin === HOST)?.knowsEmail
const withdraw = ({ device, token }: Visit, only?: 'email') =>
  device.must(protocol.revokeSite, {
    token,
    body: { projectId: 'demo', origin: HOST, ...(only && { only }) },
  })

/** Somebody who is on a site, and on the account page in another browser. */
async function person() {
  const email = `share${++count}@example.com`
  const { device, token } = await openAccountPage(service, email)
  return { email, page: { device, token }, visit: await signIn(email) }
}

test('what was agreed to holds for that site in that session, once, and stands on the account page and in its log', async () => {
  const { email, page, visit } = await person()
  expect(await sharedWith(visit)).toBeUndefined()
  expect(await knows(page)).toBe(false)
  for (let times = 0; times < 2; times++)
    expect(protocol.session().parse((await share(visit, email)).body).emailSharedWith).toEqual([HOST])
  expect(await sharedWith(visit)).toEqual([HOST])
  expect(await sharedWith(page)).toBeUndefined()
  expect(await sharedWith(await signIn(email))).toBeUndefined()
  expect(await knows(page)).toBe(true)
  const { events } = await page.device.must(protocol.getActivity, { token: page.token })
  const shared = events.filter(({ kind }) => kind === 'email-shared')
  expect(shared.map(({ facts }) => facts)).toEqual([{ projectId: 'demo', hostOrigin: HOST }])
  expect(JSON.stringify(events)).not.toContain(email)
})

test('another address than the account’s, and a site that is not connected, change nothing', async () => {
  const { email, page, visit } = await person()
  expect(problemCode(await share(visit, 'somebody@example.com'))).toBe(protocol.EmailReplacedError.code)
  for (const origin of ['http://evil.localhost:5173', WALLET.replace('wallet', 'other')])
    expect(problemCode(await share(visit, email, origin))).toBe(protocol.OriginNotAllowedError.code)
  expect(await sharedWith(visit)).toBeUndefined()
  expect(await knows(page)).toBe(false)
})

test('nobody shares without a session', async () => {
  const { email, visit } = await person()
  const { device } = visit
  expect(problemCode(await share({ device, token: 'x'.repeat(43) }, email))).toBe(
    protocol.InvalidTokenError.code,
  )
})

test.each([
  ['it is withdrawn', 'email' as const, [HOST]],
  ['the site is disconnected', undefined, []],
])('R3-84 it ends when %s', async (_, only, grants) => {
  const { email, page, visit } = await person()
  await share(visit, email)
  await withdraw(page, only)
  const session = await visit.device.must(protocol.getSession, { token: visit.token })
  expect(session.emailSharedWith).toBeUndefined()
  expect(session.grants.filter((origin) => origin === HOST)).toEqual(grants)
  expect(await knows(page)).toBe(only ? false : undefined)
  // Signed in to the site again in the same session, nothing is shared any more.
  await signIn(email)
  expect(await sharedWith(visit)).toBeUndefined()
})

test('it ends with the sign-out, and with another account’s withdrawal it does not', async () => {
  const { email, page, visit } = await person()
  const stranger = await person()
  await share(visit, email)
  await withdraw(stranger.page, 'email')
  expect(await sharedWith(visit)).toEqual([HOST])
  await visit.device.must(protocol.signOut, { token: visit.token, body: {} })
  expect(await knows(page)).toBe(false)
})

test('R3-84 a change of the address ends it: the new one is told to nobody', async () => {
  const { email, page, visit } = await person()
  await share(visit, email)
  const next = `shared${count}@example.com`
  const mailTo = (address: string) => codeIn(service.mails.filter(({ to }) => to === address).at(-1)?.text)
  const { device, token } = page
  const started = await device.must(protocol.startEmailChange, { token, body: { email: next, locale: 'en' } })
  const { changeId } = started
  await device.must(protocol.verifyEmailPrimary, { token, body: { changeId, code: mailTo(email) } })
  await device.must(protocol.verifyEmailSecondary, { token, body: { changeId, code: mailTo(next) } })
  expect(await sharedWith(visit)).toBeUndefined()
  expect(problemCode(await share(visit, email))).toBe(protocol.EmailReplacedError.code)
  expect((await share(visit, next)).status).toBe(200)
})
