import {
  finishFarcaster,
  finishSocial,
  InvalidRequestError,
  OriginNotAllowedError,
  SocialDeclinedError,
  SocialGoneError,
  SocialMismatchError,
  SocialUnavailableError,
  startSocial,
} from '@latchkey/protocol/http'
import { type AuthorizationAnswer, signInAs } from '@latchkey/testing/node'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { socialFlows } from '../../db/identitySchema.ts'
import { users } from '../../db/schema.ts'
import { type Device, problemCode } from '../../testing/createDevice.ts'
import { DEMO, HOST, WALLET } from '../../testing/createTestService.ts'
import {
  createSocialService,
  createStage,
  dataOf,
  readEnd,
  type Stage,
  startBody,
} from '../../testing/socialStage.ts'

/** The one page that the project has registered. */
const PAGE = `${HOST}/page?a=1`

let stage: Stage
beforeAll(async () => {
  stage = await createStage({
    projects: [{ ...DEMO, returnUris: [PAGE] }],
    limits: { resendAfter: 0, socialStartsPerMinute: 1_000 },
    config: { farcaster: { relayUrl: 'http://127.0.0.1:9', optimismRpcUrl: 'http://127.0.0.1:9' } },
  })
})
afterAll(() => stage.stop())

const finish = (device: Device, flowId: string, result: string | null | undefined) =>
  device.call(finishSocial, { body: { flowId, result } })
const parameter = (uri: string, name: string) => new URL(uri).searchParams.get(name) ?? ''
/** The same answer with another parameter, as somebody in the middle would write it. */
function changed(answer: AuthorizationAnswer, changes: Record<string, string>): AuthorizationAnswer {
  const url = new URL(answer.url)
  for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value)
  return { method: 'GET', url: url.href, parameters: url.searchParams }
}

test('login CSRF: a result is worth nothing to a device that did not begin the login', async () => {
  const [attacker, victim] = [await stage.device(), await stage.device()]
  const { flowId, result } = await stage.visit(attacker, 'google', 'bob')
  expect(problemCode(await finish(victim, flowId, result))).toBe(SocialMismatchError.code)
  // It was not used up by that.
  expect((await finish(attacker, flowId, result)).status).toBe(200)
})

test('relay: what a network has answered is not to be had without its result, by the route of Farcaster', async () => {
  const device = await stage.device()
  const { flowId, result } = await stage.visit(device, 'google', 'ada')
  const answer = await device.call(finishFarcaster, { body: { flowId } })
  expect(problemCode(answer)).toBe(SocialMismatchError.code)
  expect((await finish(device, flowId, result)).status).toBe(200)
})

test('relay: a site that opens a sign-in of another machine in its visitor’s browser is told nothing that serves it', async () => {
  const machine = await stage.device()
  const { uri, flowId } = await stage.start(machine, 'google')
  const html = await (await stage.callback(await signInAs(uri, 'ada'))).text()
  // All that the site which opened the window hears, and all that stands in an address.
  expect(dataOf(html, 'message')).not.toContain('result=')
  expect(problemCode(await finish(machine, flowId, undefined))).toBe(SocialMismatchError.code)
  expect(problemCode(await finish(machine, flowId, flowId))).toBe(SocialMismatchError.code)
})

test('relay in redirect mode: nothing is passed on before the visitor agrees to the site and the device that are named', async () => {
  const machine = await stage.device()
  const { uri, flowId } = await stage.start(machine, 'google', { mode: 'redirect', returnUri: PAGE })
  const answer = await stage.callback(await signInAs(uri, 'ada'))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('location')).toBeNull()
  const html = await answer.text()
  for (const named of ['app.localhost:5173', '203.0.113.0/24']) expect(html).toContain(named)
  expect(problemCode(await finish(machine, flowId, undefined))).toBe(SocialMismatchError.code)
})

test('relay in redirect mode from another network or browser ends at the wallet’s own page', async () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  for (const [headers, address] of [
    [{}, '198.51.100.9'],
    [{ 'user-agent': firefox }, undefined],
  ] as const) {
    const machine = await stage.device()
    const { uri, flowId } = await stage.start(machine, 'google', { mode: 'redirect', returnUri: PAGE })
    const html = await (await stage.callback(await signInAs(uri, 'ada'), headers, address)).text()
    expect(html).toContain('started on another device')
    expect(html).not.toContain('<form')
    expect(problemCode(await finish(machine, flowId, undefined))).toBe(SocialMismatchError.code)
  }
})

test('a result works once, however many ask at once', async () => {
  const device = await stage.device()
  const { flowId, result } = await stage.visit(device, 'google', 'ada')
  const answers = await Promise.all(Array.from({ length: 20 }, () => finish(device, flowId, result)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(problemCode(await finish(device, flowId, result))).toBe(SocialGoneError.code)
})

test('another result, and a login that nobody has answered, are refused', async () => {
  const device = await stage.device()
  const { flowId } = await stage.visit(device, 'google', 'ada')
  expect(problemCode(await finish(device, flowId, 'guess'))).toBe(SocialMismatchError.code)
  const open = await stage.start(device, 'google')
  expect(problemCode(await finish(device, open.flowId, 'guess'))).toBe(SocialMismatchError.code)
  expect(problemCode(await finish(device, 'A'.repeat(22), 'guess'))).toBe(SocialMismatchError.code)
})

test('a callback is taken once: a replay tells nothing and changes nothing', async () => {
  const device = await stage.device()
  const { uri } = await stage.start(device, 'google')
  const answer = await signInAs(uri, 'ada')
  const first = await readEnd(await stage.callback(answer))
  const second = await readEnd(await stage.callback(answer))
  expect([second.status, second.target, second.result]).toEqual([410, undefined, null])
  expect((await finish(device, first.flowId, first.result)).status).toBe(200)
})

test('HEAD on a callback ends no sign-in, and a body that is too large is no answer', async () => {
  const device = await stage.device()
  const { uri } = await stage.start(device, 'google')
  const answer = await signInAs(uri, 'ada')
  await stage.service.app.request(answer.url, { method: 'HEAD' })
  const head = await stage.service.app.request(`${WALLET}/social/callback/nope`, { method: 'HEAD' })
  expect(head.status).toBe(404)
  const end = await readEnd(await stage.callback(answer))
  expect((await finish(device, end.flowId, end.result)).status).toBe(200)
})

test('of many callbacks at once one is taken', async () => {
  const device = await stage.device()
  const { uri } = await stage.start(device, 'google')
  const answer = await signInAs(uri, 'ada')
  const ends = await Promise.all(
    Array.from({ length: 10 }, async () => readEnd(await stage.callback(answer))),
  )
  expect(ends.filter(({ result }) => result !== null)).toHaveLength(1)
})

test("swapped state: another login's state does not take this code", async () => {
  const [attacker, victim] = [await stage.device(), await stage.device()]
  const mine = await stage.start(attacker, 'google')
  const theirs = await stage.start(victim, 'google')
  const code = await signInAs(mine.uri, 'bob')
  // The attacker's code in the victim's login: PKCE and nonce are those of another.
  const end = await readEnd(await stage.callback(changed(code, { state: theirs.flowId })))
  expect([end.result, end.error]).toEqual([null, 4122])
})

test("a victim's code in the attacker's login signs nobody in", async () => {
  const [attacker, victim] = [await stage.device(), await stage.device()]
  const theirs = await stage.start(victim, 'github')
  const mine = await stage.start(attacker, 'github')
  const stolen = await signInAs(theirs.uri, 'ada')
  const end = await readEnd(await stage.callback(changed(stolen, { state: mine.flowId })))
  expect(end.result).toBeNull()
})

test('mix-up: what one network was asked is not answered at the address of another', async () => {
  const device = await stage.device()
  const { uri, flowId } = await stage.start(device, 'google')
  const { parameters } = await signInAs(uri, 'ada')
  parameters.delete('iss')
  for (const [provider, status] of [
    ['github', 400],
    ['discord', 400],
    ['nobody', 404],
    ['farcaster', 404],
  ]) {
    const url = `${WALLET}/social/callback/${provider}?${parameters}`
    const end = await readEnd(await stage.callback({ method: 'GET', url, parameters }))
    expect([end.status, end.target]).toEqual([status, undefined])
  }
  const [row] = await stage.service.database.db.select().from(socialFlows).where(eq(socialFlows.id, flowId))
  expect(row?.takenAt).toBeNull()
})

test('every network has an exact redirect URI of its own, PKCE by S256, state, and a nonce where there are tokens', async () => {
  const device = await stage.device()
  for (const provider of ['google', 'apple', 'github', 'facebook', 'x', 'discord'] as const) {
    const { uri, flowId } = await stage.start(device, provider)
    expect(parameter(uri, 'redirect_uri')).toBe(`${WALLET}/social/callback/${provider}`)
    expect(parameter(uri, 'code_challenge_method')).toBe('S256')
    expect(parameter(uri, 'code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(parameter(uri, 'state')).toBe(flowId)
    expect(parameter(uri, 'response_type')).toBe('code')
    expect(parameter(uri, 'nonce').length).toBe(provider === 'google' || provider === 'apple' ? 43 : 0)
  }
})

test("the result goes to the site that asked, and the wallet's own page", async () => {
  const device = await stage.device()
  expect((await stage.visit(device, 'google', 'ada')).target).toBe(HOST)
  const own = await stage.visit(device, 'google', 'ada', { hostOrigin: WALLET })
  expect(own.target).toBe(WALLET)
  const body = startBody('google', { hostOrigin: 'http://evil.localhost:5173' })
  expect(problemCode(await device.call(startSocial, { body }))).toBe(OriginNotAllowedError.code)
})

test('a site that is taken off the list meanwhile gets no session', async () => {
  const device = await stage.device()
  const { flowId, result } = await stage.visit(device, 'google', 'ada')
  await stage.service.database.db
    .update(socialFlows)
    .set({ hostOrigin: 'https://gone.example' })
    .where(eq(socialFlows.id, flowId))
  expect(problemCode(await finish(device, flowId, result))).toBe(OriginNotAllowedError.code)
})

test('redirect mode goes back to a page of the site that asked, and nowhere else', async () => {
  const device = await stage.device()
  const start = (returnUri: string | undefined, mode = 'redirect') =>
    device.call(startSocial, { body: startBody('google', { mode, returnUri }) })
  for (const wrong of [
    undefined,
    'https://evil.example/',
    'http://app.localhost:5173.evil.example/',
    'http://user@app.localhost:5173/',
    'javascript:alert(1)',
    `blob:${HOST}/x`,
    '/page',
    '//app.localhost:5173/',
    // Of the site, but not what the operator wrote down: it could lead on to anywhere.
    `${HOST}/go?to=https://evil.example`,
    `${HOST}/page?a=2`,
    `${HOST}/page?a=1#part`,
    `${HOST}/page`,
    `${HOST}/`,
    `${HOST}`,
    HOST.toUpperCase(),
  ])
    expect(problemCode(await start(wrong))).toBe(InvalidRequestError.code)
  expect(problemCode(await start(`${HOST}/page?a=1`, 'popup'))).toBe(InvalidRequestError.code)

  const { uri, flowId } = await stage.start(device, 'google', {
    mode: 'redirect',
    returnUri: `${HOST}/page?a=1`,
  })
  const html = await (await stage.callback(await signInAs(uri, 'ada'))).text()
  expect(problemCode(await finish(device, flowId, dataOf(html, 'result')))).toBe(SocialMismatchError.code)
  const answer = await stage.confirm(html)
  expect(answer.status).toBe(303)
  // Nothing in the address signs in: not on another device, and here by the key alone.
  expect(answer.headers.get('location')).toBe(`${HOST}/page?a=1#latchkey_social=${flowId}`)
  expect((await stage.confirm(html)).status).toBe(410)
  expect(problemCode(await finish(await stage.device(), flowId, undefined))).toBe(SocialMismatchError.code)
  expect((await finish(device, flowId, undefined)).status).toBe(200)

  const declined = await stage.start(device, 'apple', { mode: 'redirect', returnUri: PAGE })
  const back = await stage.callback(await signInAs(declined.uri, 'cancel'))
  expect(back.headers.get('location')).toBe(`${PAGE}#latchkey_social=${declined.flowId}.error.4121`)
})

test('whoever cancels is told so, and so is the device', async () => {
  const device = await stage.device()
  for (const provider of ['google', 'apple', 'github'] as const) {
    const end = await stage.visit(device, provider, 'cancel')
    expect([end.error, end.result, end.target]).toEqual([SocialDeclinedError.code, null, HOST])
    expect(problemCode(await finish(device, end.flowId, 'any'))).toBe(SocialDeclinedError.code)
  }
})

test('a login lasts ten minutes, before the answer and after', async () => {
  const device = await stage.device()
  const late = await stage.start(device, 'google')
  const answer = await signInAs(late.uri, 'ada')
  const early = await stage.visit(device, 'google', 'ada')
  stage.advance(600_001)
  const end = await readEnd(await stage.callback(answer))
  expect([end.error, end.result]).toEqual([SocialGoneError.code, null])
  expect(problemCode(await finish(device, early.flowId, early.result))).toBe(SocialGoneError.code)
  stage.advance(-600_001)
})

test('callbacks with no, two or strange states, and forms where none is awaited, are foreign', async () => {
  const device = await stage.device()
  const { uri, flowId } = await stage.start(device, 'google')
  const url = `${WALLET}/social/callback/google`
  const queries = ['', 'state=', `state=${flowId}&state=${flowId}&code=c`, 'state=../../x&code=c']
  for (const query of queries) expect((await stage.service.app.request(`${url}?${query}`)).status).toBe(400)
  const { parameters } = await signInAs(uri, 'ada')
  const posted = { method: 'POST' as const, url, parameters, body: parameters.toString() }
  expect((await readEnd(await stage.callback(posted))).status).toBe(400)
  expect((await stage.service.app.request(`${url}?${parameters}`, { method: 'HEAD' })).status).toBe(400)
  // None of it has touched the login.
  expect((await readEnd(await stage.service.app.request(`${url}?${parameters}`))).result).not.toBeNull()
})

test('pre-hijack: the same address by e-mail and by a network makes two accounts', async () => {
  const squatter = await stage.device()
  const squatted = await squatter.signIn('ada@example.com')
  const device = await stage.device()
  const { flowId, result } = await stage.visit(device, 'github', 'ada')
  const { session } = await device.must(finishSocial, { body: { flowId, result } })
  expect(session.user.id).not.toBe(squatted.session.user.id)
  expect(session.user.email).toBe('ada@example.com')
  // The contact of a network's account signs nobody in to it.
  const [row] = await stage.service.database.db.select().from(users).where(eq(users.id, session.user.id))
  expect(row?.emailKey).toBeNull()
  expect((await (await stage.device()).signIn('ada@example.com')).session.user.id).toBe(
    squatted.session.user.id,
  )
})

test('a network without credentials is not there, and beginning is limited', async () => {
  const deps = { database: stage.service.database }
  const bare = await createSocialService({}, { deps })
  const device = await bare.device()
  const start = () => device.call(startSocial, { body: startBody('google') })
  expect([problemCode(await start()), (await start()).status]).toEqual([SocialUnavailableError.code, 404])
  await bare.service.stop()
  const own = await createSocialService(
    { google: { clientId: 'c', clientSecret: 's' } },
    { deps, limits: { socialStartsPerMinute: 2 } },
  )
  const other = await own.device('198.51.100.77')
  const answers = []
  for (let count = 0; count < 3; count++)
    answers.push(await other.call(startSocial, { body: startBody('google') }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  await own.service.stop()
})

test('what lies in the database names nobody', async () => {
  const device = await stage.device()
  await stage.visit(device, 'google', 'ada')
  const rows = JSON.stringify(await stage.service.database.db.select().from(socialFlows))
  for (const text of ['ada@example.com', 'Ada Lovelace', '104000000000000000001'])
    expect(rows).not.toContain(text)
})
