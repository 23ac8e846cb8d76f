import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import {
  FreshLoginRequiredError,
  finishFarcaster,
  finishSocial,
  IdentityTakenError,
  OriginNotAllowedError,
  SocialFailedError,
  SocialGoneError,
  SocialMismatchError,
  SocialUnavailableError,
  startFarcaster,
} from '@latchkey/protocol/http'
import {
  type FarcasterChain,
  type FarcasterChanges,
  type FarcasterRelay,
  farcasterPerson,
  farcasterWallet,
  startFarcasterChain,
  startFarcasterRelay,
} from '@latchkey/testing/node'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Limits } from '../../../config/Limits.ts'
import { socialFlows } from '../../../db/identitySchema.ts'
import { openAccountPage } from '../../../testing/accountPage.ts'
import { createDevice, type Device, problemCode } from '../../../testing/createDevice.ts'
import { HOST, WALLET } from '../../../testing/createTestService.ts'
import { createSocialService } from '../../../testing/socialStage.ts'

let chain: FarcasterChain
let relay: FarcasterRelay
let stage: Awaited<ReturnType<typeof createSocialService>>
/** A process of the service whose calls wait for the app until it has answered. */
let patient: typeof stage
const limits = {
  farcasterWait: 300,
  farcasterInterval: 20,
  socialStartsPerMinute: 1_000,
}
beforeAll(async () => {
  ;[chain, relay] = await Promise.all([startFarcasterChain(), startFarcasterRelay()])
  const config = { farcaster: { relayUrl: relay.url, optimismRpcUrl: chain.url } }
  stage = await createSocialService({}, { limits, config })
  patient = await beside({}, { farcasterWait: 120_000 })
})
afterAll(async () => {
  await patient?.service.stop()
  await Promise.all([stage?.service.stop(), relay?.stop(), chain?.stop()])
})

/** Another process of the service, over the same database. */
function beside(places: { relayUrl?: string; optimismRpcUrl?: string }, other: Partial<Limits> = {}) {
  const farcaster = { relayUrl: relay.url, optimismRpcUrl: chain.url, ...places }
  const deps = { database: stage.service.database }
  return createSocialService({}, { limits: { ...limits, ...other }, config: { farcaster }, deps })
}

const body = { projectId: 'demo', hostOrigin: HOST, purpose: 'login' }
const start = (device: Device) => device.must(startFarcaster, { body })
const finish = (device: Device, flowId: string) => device.call(finishFarcaster, { body: { flowId } })
const app = (person: 'ada' | 'bob' | 'carol', key: 'custody' | 'authAddress' = 'custody') =>
  farcasterWallet({ relayUrl: relay.url, person, key })
async function signIn(device: Device, person: 'ada' | 'bob', key?: 'custody' | 'authAddress') {
  const { uri, flowId } = await start(device)
  await app(person, key).approve(uri)
  const reply = await device.must(finishFarcaster, { body: { flowId } })
  if (reply.status !== 'done') throw new Error('The login is still pending.')
  return reply
}

test('R1-4 the app of a person signs in; the same id is the same account by custody and by auth address', async () => {
  const { session, tokens } = await signIn(await stage.device(), 'ada')
  expect(session.user).toMatchObject({ provider: 'farcaster', userName: 'ada', email: null })
  expect(tokens.accessToken).toMatch(/^[\w-]{43}$/)
  const again = await signIn(await stage.device(), 'ada', 'authAddress')
  expect(again.session.user.id).toBe(session.user.id)
  const other = await signIn(await stage.device(), 'bob')
  expect(other.session.user.id).not.toBe(session.user.id)
})

test('it is pending until the app answers, also in the middle of a wait', async () => {
  const device = await stage.device()
  const { uri, flowId } = await start(device)
  expect(await device.must(finishFarcaster, { body: { flowId } })).toEqual({ status: 'pending' })
  const same = await createDevice(patient.service, device.address, device.keys)
  const waiting = same.must(finishFarcaster, { body: { flowId } })
  await app('ada').approve(uri)
  expect((await waiting).status).toBe('done')
})

test('of several calls at once one signs in', async () => {
  const device = await patient.device()
  const { uri, flowId } = await start(device)
  const waiting = Array.from({ length: 5 }, () => finish(device, flowId))
  await app('ada').approve(uri)
  const answers = await Promise.all(waiting)
  const done = answers.filter(({ body: reply }) => (reply as { status?: string }).status === 'done')
  expect(done).toHaveLength(1)
  expect(problemCode(await finish(device, flowId))).toBe(SocialGoneError.code)
})

test.each<[string, FarcasterChanges]>([
  ['another domain', { domain: 'evil.example' }],
  ['another address', { uri: 'https://evil.example/farcaster' }],
  ['another nonce', { nonce: 'abcdefgh12345678' }],
  ['another network', { chainId: 1 }],
  ['another purpose', { statement: 'Send everything' }],
  ['that has expired', { expirationTime: new Date(Date.now() - 1_000) }],
  ['of tomorrow', { issuedAt: new Date(Date.now() + 86_400_000) }],
  ["somebody else's id", { fid: farcasterPerson('bob').fid }],
  ['an id that nobody has', { fid: 123_456_789n }],
  ['another signer', { signer: farcasterPerson('bob').custody }],
  ["somebody else's address", { address: farcasterPerson('bob').custody.address }],
])('a message of %s is refused, and the login is over', async (_, changes) => {
  const device = await stage.device()
  const { uri, flowId } = await start(device)
  await app('ada').approve(uri, changes)
  const answer = await finish(device, flowId)
  expect([answer.status, problemCode(answer)]).toEqual([502, SocialFailedError.code])
  expect(problemCode(await finish(device, flowId))).toBe(SocialFailedError.code)
})

test('the word of the relay about who it is counts for nothing', async () => {
  const known = await signIn(await stage.device(), 'ada')
  const device = await stage.device()
  const { uri, flowId } = await start(device)
  await app('ada').approve(uri, { claimedFid: farcasterPerson('bob').fid })
  const reply = await device.must(finishFarcaster, { body: { flowId } })
  expect(reply.status === 'done' && reply.session.user.id).toBe(known.session.user.id)
})

test('an auth address that was removed, and a custody address that was sold, sign in no more', async () => {
  const { fid, auth, custody } = farcasterPerson('carol')
  await chain.setAuthAddress(fid, auth.address, 'removed')
  await chain.register(fid, farcasterPerson('bob').auth.address)
  const device = await stage.device()
  for (const key of ['authAddress', 'custody'] as const) {
    const { uri, flowId } = await start(device)
    await app('carol', key).approve(uri)
    expect(problemCode(await finish(device, flowId))).toBe(SocialFailedError.code)
  }
  await chain.register(fid, custody.address)
})

test('login CSRF: a channel answers the device alone that opened it', async () => {
  const [attacker, victim] = [await stage.device(), await stage.device()]
  const { uri, flowId } = await start(attacker)
  await app('ada').approve(uri)
  expect(problemCode(await finish(victim, flowId))).toBe(SocialMismatchError.code)
  const asSocial = await attacker.call(finishSocial, { body: { flowId, result: 'any' } })
  expect(problemCode(asSocial)).toBe(SocialMismatchError.code)
  expect((await finish(attacker, flowId)).status).toBe(200)
})

test('attack: a link that somebody else passes on says in what is signed which site, browser and network began it', async () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const device = await stage.device('198.51.100.7')
  const { uri, flowId } = await device.must(startFarcaster, { body, headers: { 'user-agent': firefox } })
  const { message } = await app('ada').approve(uri)
  const [, signed = ''] = /^URI: (.*)$/m.exec(message) ?? []
  expect(signed).toMatch(`${WALLET}/farcaster?`)
  expect(Object.fromEntries(new URL(signed).searchParams)).toEqual({
    site: HOST,
    browser: 'Firefox on Linux',
    network: '198.51.100.0/24',
  })
  expect((await finish(device, flowId)).status).toBe(200)
})

test.each([
  ['of no site', () => `${WALLET}/farcaster`],
  ['for another site', (signed: string) => signed.replace('app.localhost', 'other.localhost')],
  ['for another network', (signed: string) => signed.replace('203.0.113.0', '198.51.100.0')],
])('a message %s is refused', async (_, change) => {
  const signed = (await signedUri()) ?? ''
  expect(change(signed)).not.toBe(signed)
  const device = await stage.device()
  const { uri, flowId } = await start(device)
  await app('ada').approve(uri, { uri: change(signed) })
  expect(problemCode(await finish(device, flowId))).toBe(SocialFailedError.code)
})

/** What the app signs for a login that is begun here. */
async function signedUri(): Promise<string | undefined> {
  const { uri } = await start(await stage.device())
  return /^URI: (.*)$/m.exec((await app('ada').approve(uri)).message)?.[1]
}

test('a site on nobody’s list gets no link, and one that is taken off the list meanwhile no session', async () => {
  const device = await stage.device()
  for (const hostOrigin of ['https://evil.example', 'http://evil.localhost:5173', `${HOST}.evil.example`]) {
    const refused = await device.call(startFarcaster, { body: { ...body, hostOrigin } })
    expect([refused.status, problemCode(refused)]).toEqual([403, OriginNotAllowedError.code])
  }
  const { uri, flowId } = await start(device)
  await app('ada').approve(uri)
  const { db } = stage.service.database
  await db.update(socialFlows).set({ hostOrigin: 'https://gone.example' }).where(eq(socialFlows.id, flowId))
  expect(problemCode(await finish(device, flowId))).toBe(OriginNotAllowedError.code)
})

test('a channel lasts ten minutes', async () => {
  const device = await stage.device()
  const { flowId } = await start(device)
  stage.advance(600_001)
  expect(problemCode(await finish(device, flowId))).toBe(SocialGoneError.code)
  stage.advance(-600_001)
})

test('a relay that is down is told, and the login goes on once it is back', async () => {
  const device = await stage.device()
  const { uri, flowId } = await start(device)
  await app('ada').approve(uri)
  relay.pause()
  expect(problemCode(await finish(device, flowId))).toBe(SocialFailedError.code)
  expect(problemCode(await device.call(startFarcaster, { body }))).toBe(SocialFailedError.code)
  relay.resume()
  expect((await finish(device, flowId)).status).toBe(200)
})

test('the token of a channel is stored sealed and never logged', async () => {
  const device = await stage.device()
  const { uri, flowId } = await start(device)
  const token = new URL(uri).searchParams.get('channelToken') ?? ''
  await app('ada').approve(uri, { domain: 'evil.example' })
  await finish(device, flowId)
  const [row] = await stage.service.database.db.select().from(socialFlows).where(eq(socialFlows.id, flowId))
  expect(JSON.stringify(row)).not.toContain(token)
  const lines = stage.service.logs.join('\n')
  for (const secret of [token, flowId, farcasterPerson('ada').custody.address])
    expect(lines).not.toContain(secret)
})

test('without a relay it is not there', async () => {
  const bare = await createSocialService({}, { deps: { database: stage.service.database } })
  const device = await bare.device()
  expect(problemCode(await device.call(startFarcaster, { body }))).toBe(SocialUnavailableError.code)
  await bare.service.stop()
})

test('linking: with the token of an account that has just signed in, the id is added to it', async () => {
  const device = await stage.device()
  const {
    token,
    login: { session },
  } = await openAccountPage(stage.service, 'linker@example.com', device)
  const link = { ...body, purpose: 'link' }
  expect((await device.call(startFarcaster, { body: link })).status).toBe(401)
  const { uri, flowId } = await device.must(startFarcaster, { body: link, token })
  await app('carol').approve(uri)
  // Without the token it is not this login.
  expect(problemCode(await finish(device, flowId))).toBe(SocialMismatchError.code)
  const reply = await device.must(finishFarcaster, { body: { flowId }, token })
  expect(reply.status === 'done' && reply.session.user.id).toBe(session.user.id)
  const login = await device.must(startFarcaster, { body })
  await app('carol').approve(login.uri)
  const again = await device.must(finishFarcaster, { body: { flowId: login.flowId } })
  expect(again.status === 'done' && again.session.user.id).toBe(session.user.id)
})

test("linking: another account's id is refused, and so is a login that is not fresh", async () => {
  const device = await stage.device()
  await signIn(await stage.device(), 'ada')
  const { token } = await openAccountPage(stage.service, 'taker@example.com', device)
  const link = { ...body, purpose: 'link' }
  const { uri, flowId } = await device.must(startFarcaster, { body: link, token })
  await app('ada').approve(uri)
  const taken = await device.call(finishFarcaster, { body: { flowId }, token })
  expect(problemCode(taken)).toBe(IdentityTakenError.code)
  // Six digits are not enough, however fresh.
  const short = (await device.signIn('six@example.com')).tokens.accessToken
  const weak = await device.call(startFarcaster, { body: link, token: short })
  expect(problemCode(weak)).toBe(FreshLoginRequiredError.code)
  stage.advance(300_001)
  const stale = await device.call(startFarcaster, { body: link, token })
  expect(problemCode(stale)).toBe(FreshLoginRequiredError.code)
  stage.advance(-300_001)
})

const headers = { 'content-type': 'application/json' }

async function listen(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) }
}

/** The relay, with its answer held back from the call that has got it. */
async function startSlowRelay(real: string) {
  const told = new EventTarget()
  const tell = (event: string) => told.dispatchEvent(new Event(event))
  const hears = (event: string) =>
    new Promise((resolve) => told.addEventListener(event, resolve, { once: true }))
  const isReleased = hears('release')
  const server = await listen(async (request, response) => {
    const { method = 'GET', url } = request
    const authorization = request.headers.authorization ?? ''
    const body = method === 'POST' ? JSON.stringify(await json(request)) : null
    const answer = await fetch(`${real}${url}`, { method, headers: { authorization, ...headers }, body })
    const text = await answer.text()
    if (answer.status === 401) tell('gone')
    if (text.includes('"completed"')) {
      tell('held')
      await isReleased
    }
    response.writeHead(answer.status, headers)
    response.end(text)
  })
  return { ...server, hears, release: () => tell('release') }
}

test('an answer that another call is about to have is no channel that is gone', async () => {
  const slow = await startSlowRelay(relay.url)
  const other = await beside({ relayUrl: slow.url }, { farcasterWait: 120_000, farcasterGrace: 60_000 })
  const device = await other.device()
  const { uri, flowId } = await start(device)
  await app('ada').approve(uri)
  const isHeld = slow.hears('held')
  const first = finish(device, flowId)
  await isHeld
  const isGone = slow.hears('gone')
  const second = finish(device, flowId)
  await Promise.race([second, isGone])
  // It asks again, rather than to give up.
  await Promise.race([second, slow.hears('gone')])
  slow.release()
  const answers = (await Promise.all([first, second])).map((answer) => answer.body as { status?: string })
  expect(answers).toMatchObject([{ status: 'done' }, { status: 'pending' }])
  await other.service.stop()
  await slow.stop()
})

test('a channel that the relay does not know any more is over', async () => {
  const other = await beside({}, { farcasterWait: 120_000, farcasterGrace: 100 })
  const device = await other.device()
  const { uri, flowId } = await start(device)
  await app('ada').approve(uri)
  const authorization = `Bearer ${new URL(uri).searchParams.get('channelToken')}`
  // Whoever reads the answer has it alone.
  await fetch(`${relay.url}/v1/channel/status`, { headers: { authorization } })
  expect(problemCode(await finish(device, flowId))).toBe(SocialGoneError.code)
  await other.service.stop()
})

/** A node with everything that OP Mainnet has, but of another network. */
const startImpostor = (real: string) =>
  listen(async (request, response) => {
    const asked = (await json(request)) as { id: number; method: string }
    const answer =
      asked.method === 'eth_chainId'
        ? JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: '0x1' })
        : await (await fetch(real, { method: 'POST', body: JSON.stringify(asked), headers })).text()
    response.writeHead(200, headers)
    response.end(answer)
  })

test('a node of another network decides nothing', async () => {
  const impostor = await startImpostor(chain.url)
  const other = await beside({ optimismRpcUrl: impostor.url })
  const device = await other.device()
  const { uri, flowId } = await start(device)
  await app('ada').approve(uri)
  expect(problemCode(await finish(device, flowId))).toBe(SocialFailedError.code)
  await other.service.stop()
  await impostor.stop()
})
