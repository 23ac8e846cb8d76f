import * as protocol from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomId } from '../../crypto/bytes.ts'
import { sealTo } from '../../crypto/channel.ts'
import type { OpenDatabase } from '../../db/Database.ts'
import { devices, joins } from '../../db/identitySchema.ts'
import { users } from '../../db/schema.ts'
import { type AccountPage, openAccountPage } from '../../testing/accountPage.ts'
import { createDevice, type Device, problemCode, problemData } from '../../testing/createDevice.ts'
import { createTestService, HOST, type TestService, WALLET } from '../../testing/createTestService.ts'
import { createActiveWallet, createReceiver } from '../../testing/createVault.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { createProtected, type Vault } from '../../testing/recoveryMethods.ts'

const GONE = protocol.JoinGoneError.code

/** Holds transactions back until so many have come. */
function createMeeting() {
  let missing = 0
  let waiting: (() => void)[] = []
  return {
    of(count: number) {
      missing = count
    },
    async join() {
      if (missing === 0) return
      missing--
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (missing > 0) return
        for (const go of waiting) go()
        waiting = []
      })
    },
  }
}
const meeting = createMeeting()

let service: TestService
/** Another process of the service, whose calls wait for the other window until it has answered. */
let patient: TestService
let database: OpenDatabase
let count = 0
beforeAll(async () => {
  database = await openTestDatabase()
  const db: OpenDatabase['db'] = Object.create(database.db, {
    transaction: {
      value: async (...args: Parameters<OpenDatabase['db']['transaction']>) => {
        await meeting.join()
        return database.db.transaction(...args)
      },
    },
  })
  const limits = {
    joinWait: 300,
    joinInterval: 20,
    joinStartsPerMinute: 1_000,
  }
  const deps = { database: { ...database, db } }
  service = await createTestService({ limits, deps })
  patient = await createTestService({ limits: { ...limits, joinWait: 120_000 }, deps })
})
afterAll(async () => {
  await patient.stop()
  await service.stop()
  await database.close()
})

const newEmail = () => `join${++count}@example.com`

async function person() {
  const page = await openAccountPage(service, newEmail())
  return { page, vault: await createActiveWallet(service, page.device, page.login) }
}

/** A device in a host page that waits, with the key that its other window is told. */
async function waitingDevice(address?: string, on = service) {
  const device = await createDevice(on, address)
  const deviceId = randomId()
  const body = { projectId: 'demo', hostOrigin: HOST, deviceId }
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const started = await device.must(protocol.startJoin, { body, headers })
  return { device, deviceId, receiver: await createReceiver(), ...started }
}
type Waiting = Awaited<ReturnType<typeof waitingDevice>>

async function approve(
  { device, token, userId }: AccountPage,
  vault: Vault,
  waiting: Waiting,
  number?: string,
) {
  const { joinId, deviceId, receiver } = waiting
  const keysetId = randomId()
  const share = vault.secrets.deviceShare
  const clientAad = `v1|join|${joinId}|${keysetId}|${deviceId}`
  const body = {
    walletId: vault.ids.wallet,
    keysetId,
    serverShare: await vault.seal(share, 'keyset', userId, vault.ids.wallet, keysetId),
    clientShare: await sealTo(receiver.publicKey, share, clientAad),
    ...(number === undefined ? {} : { number }),
  }
  const answer = await device.call(protocol.approveJoin, { token, params: { joinId }, body })
  return { answer, keysetId, clientAad }
}
const finish = (device: Device, joinId: string, signal?: AbortSignal) =>
  device.call(protocol.finishJoin, { params: { joinId }, ...(signal ? { signal } : {}) })
const read = ({ device, token }: AccountPage, joinId: string) =>
  device.call(protocol.readJoin, { token, params: { joinId } })

test('another window brings a device in: it gets a session and its half, and signs', async () => {
  const { page, vault } = await createProtected(service, newEmail())
  const waiting = await waitingDevice()
  const shown = await page.device.must(protocol.readJoin, {
    token: page.token,
    params: { joinId: waiting.joinId },
  })
  expect(shown).toMatchObject({
    hostOrigin: HOST,
    projectName: 'Demo & Co',
    browser: 'Firefox on Linux',
    place: '203.0.113.0/24',
    number: waiting.number,
    deviceId: waiting.deviceId,
  })
  expect((await finish(waiting.device, waiting.joinId)).body).toEqual({ status: 'pending' })
  patient.advance(service.config.now() - patient.config.now())
  const same = await createDevice(patient, waiting.device.address, waiting.device.keys)
  const [done, approved] = await Promise.all([
    same.must(protocol.finishJoin, { params: { joinId: waiting.joinId } }),
    approve(page, vault, waiting),
  ])
  expect(approved.answer.status).toBe(200)
  if (done.status !== 'done') throw new Error('The wait ended too soon.')
  expect(done.session.user.id).toBe(page.userId)
  expect(done.session.grants).toContain(HOST)
  expect(await waiting.receiver.open(done.clientShare, approved.clientAad)).toBe(
    vault.secrets.deviceShare.toString('hex'),
  )
  const { publicKey } = await createReceiver()
  const release = await waiting.device.call(protocol.releaseShare, {
    token: done.tokens.accessToken,
    params: { keysetId: done.keysetId },
    body: { publicKey, purpose: 'sign' },
  })
  expect(release.status).toBe(200)
  // It was vouched for, so no hold stands in its way.
  const [seen] = await service.database.db.select().from(devices).where(eq(devices.jkt, waiting.device.jkt))
  expect(seen?.heldUntil).toBeNull()
  // But it may not change how the key comes back.
  const strong = await waiting.device.call(protocol.allowExport, {
    token: done.tokens.accessToken,
    body: { what: 'key' },
  })
  expect(problemCode(strong)).toBe(protocol.FreshLoginRequiredError.code)
})

test('a device in another network is let in by its number alone, which is not told; a wrong one ends the join', async () => {
  const { page, vault } = await createProtected(service, newEmail())
  const far = await waitingDevice('198.51.100.9')
  const shown = await page.device.must(protocol.readJoin, {
    token: page.token,
    params: { joinId: far.joinId },
  })
  expect(shown).toMatchObject({ place: '198.51.100.0/24', number: null })
  const other = far.number === '00' ? '01' : '00'
  expect(problemCode((await approve(page, vault, far, other)).answer)).toBe(
    protocol.WrongJoinNumberError.code,
  )
  expect(problemCode((await approve(page, vault, far, far.number)).answer)).toBe(GONE)
  const silent = await waitingDevice('198.51.100.9')
  expect(problemCode((await approve(page, vault, silent)).answer)).toBe(protocol.WrongJoinNumberError.code)
  const right = await waitingDevice('198.51.100.9')
  expect((await approve(page, vault, right, right.number)).answer.status).toBe(200)
})

test('who was let in from another network waits as every new device does, for a protected wallet too; the mailbox is told', async () => {
  const careful = await createTestService({
    deps: { database },
    limits: { joinStartsPerMinute: 1_000 },
    projects: [
      { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST], newDeviceHoldHours: 2 },
    ],
  })
  const email = newEmail()
  const { page, vault } = await createProtected(careful, email)
  const enter = async (address?: string, isByCode = false) => {
    const waiting = await waitingDevice(address, careful)
    const { device, joinId } = waiting
    const { answer, keysetId } = await approve(page, vault, waiting, waiting.number)
    expect(answer.status).toBe(200)
    careful.advance(31_000)
    const done = isByCode
      ? await device.signIn(email)
      : await device.must(protocol.finishJoin, { params: { joinId } })
    if (!('tokens' in done)) throw new Error('The join is pending.')
    const { publicKey } = await createReceiver()
    const token = done.tokens.accessToken
    const body = { publicKey, purpose: 'sign' }
    return device.call(protocol.releaseShare, { token, params: { keysetId }, body })
  }
  const far = '198.51.100.9'
  const held = [protocol.AccountHeldError.code, 7_200]
  const waitOf = (answer: Awaited<ReturnType<typeof enter>>) => [
    problemCode(answer),
    problemData(answer)?.retryAfter,
  ]
  expect((await enter()).status).toBe(200)
  expect(waitOf(await enter(far))).toEqual(held)
  // The share that the join has stored makes no known device of one that signs in by a code.
  expect(waitOf(await enter(far, true))).toEqual(held)
  // Nor does it where the account is older than the list of its devices.
  await database.db.delete(devices).where(eq(devices.userId, page.userId))
  expect(waitOf(await enter(far))).toEqual(held)
  await careful.deliverMail()
  const told = careful.mails.filter(({ to, text }) => to === email && text.includes(`${WALLET}/link#`))
  expect(told.some(({ text }) => text.includes('198.51.100.0/24'))).toBe(true)
  await careful.stop()
})

test('the answer is for the key that began, once', async () => {
  const { page, vault } = await person()
  const waiting = await waitingDevice()
  expect(problemCode(await finish(await createDevice(service), waiting.joinId))).toBe(GONE)
  await approve(page, vault, waiting)
  // All of them have read the answer before the first one takes it.
  meeting.of(8)
  const answers = await Promise.all(Array.from({ length: 8 }, () => finish(waiting.device, waiting.joinId)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(410)])
  expect(problemCode(await finish(waiting.device, waiting.joinId))).toBe(GONE)
  const [row] = await service.database.db.select().from(joins).where(eq(joins.id, waiting.joinId))
  expect(row?.clientShare).toBeNull()
})

test('a site that is taken off the list meanwhile gets no session', async () => {
  const { page, vault } = await person()
  const waiting = await waitingDevice()
  await approve(page, vault, waiting)
  const own = eq(joins.id, waiting.joinId)
  await service.database.db.update(joins).set({ hostOrigin: 'https://gone.example' }).where(own)
  const answer = await finish(waiting.device, waiting.joinId)
  expect(problemCode(answer)).toBe(protocol.OriginNotAllowedError.code)
})

test('a join is approved once, by a fresh long login, for ten minutes', async () => {
  const [mia, eve] = [await person(), await person()]
  const waiting = await waitingDevice()
  service.advance(31_000)
  const short = await createDevice(service)
  const login = await short.signIn(mia.page.login.session.user.email ?? '')
  const weak = { ...mia.page, device: short, token: login.tokens.accessToken }
  expect(problemCode((await approve(weak, mia.vault, waiting)).answer)).toBe(
    protocol.FreshLoginRequiredError.code,
  )
  const both = await Promise.all([
    approve(mia.page, mia.vault, waiting),
    approve(eve.page, eve.vault, waiting),
  ])
  expect(both.map(({ answer }) => answer.status).sort()).toEqual([200, 410])
  // Whoever was not the one is not told that the device is in.
  const [byMia] = both
  const loser = byMia.answer.status === 200 ? eve : mia
  expect(problemCode((await approve(loser.page, loser.vault, waiting)).answer)).toBe(GONE)
  expect(problemCode(await read(mia.page, waiting.joinId))).toBe(GONE)
  const late = await waitingDevice()
  service.advance(600_001)
  const page = await openAccountPage(service, newEmail())
  const vault = await createActiveWallet(service, page.device, page.login)
  expect(problemCode((await approve(page, vault, late)).answer)).toBe(GONE)
  expect(problemCode(await finish(late.device, late.joinId))).toBe(GONE)
})

test('nobody brings a device in to a wallet of somebody else, or with a share of another keyset', async () => {
  const [mia, eve] = [await person(), await person()]
  const waiting = await waitingDevice()
  expect(problemCode((await approve(eve.page, mia.vault, waiting)).answer)).toBe(
    protocol.WalletNotFoundError.code,
  )
  const { joinId } = waiting
  const keysetId = randomId()
  const { secrets, ids, seal } = mia.vault
  const other = await seal(secrets.deviceShare, 'keyset', mia.page.userId, ids.wallet, randomId())
  const body = { walletId: ids.wallet, keysetId, serverShare: other, clientShare: other }
  const { device, token } = mia.page
  const answer = await device.call(protocol.approveJoin, { token, params: { joinId }, body })
  expect(problemCode(answer)).toBe(protocol.SealedMessageError.code)
  // The join is still there for its owner.
  expect((await approve(mia.page, mia.vault, waiting)).answer.status).toBe(200)
})

test('a frozen account brings nobody in, neither before nor after the answer', async () => {
  const { page, vault } = await person()
  const waiting = await waitingDevice()
  const freeze = (frozenAt: number | null) =>
    service.database.db.update(users).set({ frozenAt }).where(eq(users.id, page.userId))
  await freeze(1)
  expect(problemCode((await approve(page, vault, waiting)).answer)).toBe(protocol.AccountFrozenError.code)
  await freeze(null)
  await approve(page, vault, waiting)
  await freeze(1)
  expect(problemCode(await finish(waiting.device, waiting.joinId))).toBe(protocol.AccountFrozenError.code)
  await freeze(service.config.now() + 1)
  const { email } = page.login.session.user
  const owner = await openAccountPage(service, email ?? '', page.device)
  await page.device.must(protocol.unfreeze, { token: owner.token })
  expect(problemCode(await finish(waiting.device, waiting.joinId))).toBe(GONE)
})

test('who has let a device in is told so again, when the first answer was lost; nothing is done twice', async () => {
  const { page, vault } = await person()
  const waiting = await waitingDevice()
  const first = await approve(page, vault, waiting)
  expect((await approve(page, vault, waiting)).answer.status).toBe(200)
  const done = await waiting.device.must(protocol.finishJoin, { params: { joinId: waiting.joinId } })
  expect(done).toMatchObject({ status: 'done', keysetId: first.keysetId })
  expect((await approve(page, vault, waiting)).answer.status).toBe(200)
  const { events } = await page.device.must(protocol.getActivity, { token: page.token })
  expect(events.filter(({ kind }) => kind === 'join-approved')).toHaveLength(1)
})

test('a device that is revoked before it has fetched its answer is not let in by it', async () => {
  const { page, vault } = await person()
  const waiting = await waitingDevice()
  await approve(page, vault, waiting)
  const params = { deviceId: waiting.device.jkt }
  await page.device.must(protocol.revokeDevice, { token: page.token, params })
  expect(problemCode(await finish(waiting.device, waiting.joinId))).toBe(GONE)
})

test('a caller that goes away ends the wait and leaves the answer for its next question', async () => {
  const { page, vault } = await person()
  const waiting = await waitingDevice()
  const gone = new AbortController()
  const asked = finish(waiting.device, waiting.joinId, gone.signal)
  gone.abort()
  await asked.catch(() => undefined)
  await approve(page, vault, waiting)
  expect((await finish(waiting.device, waiting.joinId)).body).toMatchObject({ status: 'done' })
})

test('a device of a page that is not the project’s cannot begin', async () => {
  const device = await createDevice(service)
  const start = (body: object) =>
    device.call(protocol.startJoin, {
      body: { projectId: 'demo', hostOrigin: HOST, deviceId: randomId(), ...body },
    })
  expect(problemCode(await start({ hostOrigin: 'https://evil.example' }))).toBe(
    protocol.OriginNotAllowedError.code,
  )
  expect(problemCode(await start({ projectId: 'unknown' }))).toBe(protocol.UnknownProjectError.code)
})
