import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents, projectSettings } from '../db/schema.ts'
import { sponsorSpending } from '../db/sponsorSchema.ts'
import { askAsPage, codeOf, type PageRequest } from '../testing/askAsPage.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'

const TOKEN = 'an-admin-token-of-the-operator-0123'
const PROJECT = '/admin/v1/projects/demo'
const ORIGINS = '/projects/v1/origins?projectId=demo'
let first: TestService
let second: TestService
beforeAll(async () => {
  first = await createTestService({ config: { adminToken: TOKEN } })
  second = await createTestService({ config: { adminToken: TOKEN }, deps: { database: first.database } })
})
afterAll(async () => {
  await second.stop()
  await first.stop()
})

const operator = { authorization: `Bearer ${TOKEN}` }
const ask = (path: string, request: PageRequest = {}) =>
  askAsPage(first, path, { origin: null, contentType: 'application/json', headers: operator, ...request })
const put = (changes: unknown) => ask(PROJECT, { method: 'PUT', body: changes })

test.each([
  ['no token', {}],
  ['a wrong token', { authorization: 'Bearer an-admin-token-of-the-operator-0124' }],
  ['another scheme', { authorization: `Basic ${TOKEN}` }],
  ['an empty token', { authorization: 'Bearer ' }],
])('R6-5 %s: there is nothing at this address', async (_, headers) => {
  for (const path of [PROJECT, `${PROJECT}/events`, '/admin/v1/projects/nope'])
    expect(codeOf(await ask(path, { headers }))).toBe(4003)
  expect(codeOf(await ask(PROJECT, { headers, method: 'PUT', body: { analytics: true } }))).toBe(4003)
})

test('R6-5 without a token in the environment there are no such routes', async () => {
  const closed = await createTestService({ deps: { database: first.database } })
  for (const authorization of [`Bearer ${TOKEN}`, 'Bearer null', 'Bearer '])
    expect(codeOf(await askAsPage(closed, PROJECT, { headers: { authorization } }))).toBe(4003)
  await closed.stop()
})

test('R6-5 changes are in force at once here, within 10 s elsewhere, and go back to the file', async () => {
  const origins = async (service: TestService, origin: string) =>
    (await askAsPage(service, ORIGINS, { origin })).status
  const added = 'https://added.example'
  expect([await origins(first, added), await origins(second, added)]).toEqual([403, 403])
  const answer = await put({ allowedOrigins: [HOST, added], features: { swaps: ['uni'] }, analytics: true })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    project: {
      id: 'demo',
      name: 'Demo & Co',
      allowedOrigins: [HOST, added],
      analytics: true,
      disabled: false,
    },
    changes: { analytics: true },
    changedAt: 1_900_000_000_000,
  })
  expect((await ask(PROJECT)).body).toEqual(answer.body)
  expect([await origins(first, added), await origins(second, added)]).toEqual([200, 403])
  second.advance(10_000)
  expect(await origins(second, added)).toBe(200)
  expect((await put({})).body).toMatchObject({
    changes: {},
    project: { allowedOrigins: [HOST], analytics: false },
  })
  expect(await origins(first, added)).toBe(403)
})

test('R6-5 a project that is switched off is gone for pages, and can be switched on again', async () => {
  await put({ disabled: true })
  expect(codeOf(await askAsPage(first, ORIGINS))).toBe(4010)
  const document = await first.app.request(`${first.config.walletOrigin}/frame?projectId=demo`)
  expect(document.status).toBe(404)
  // Nothing at all, as a script with an empty file sends it, is no change: it must not open what was closed.
  expect(codeOf(await put(''))).toBe(4002)
  expect((await ask(PROJECT)).body).toMatchObject({ project: { disabled: true } })
  await put({})
  expect((await askAsPage(first, ORIGINS)).status).toBe(200)
})

test.each([
  [{ id: 'other' }, ''],
  [{ mode: 'development' }, ''],
  [{ analytics: 'yes' }, 'analytics'],
  [{ features: { email: true } }, 'features.socials'],
  [{ allowedOrigins: ['http://shop.example'] }, ''],
  [{ allowedOrigins: ["https://a.example; script-src 'unsafe-eval'"] }, ''],
  [[], ''],
])('R6-5 the change %j is refused, and nothing of it is kept', async (changes, field) => {
  const answer = await put(changes)
  expect([answer.status, codeOf(answer)]).toEqual([400, 4002])
  expect((answer.body.error as { data?: { field?: string } }).data?.field).toBe(field)
  expect((await ask(PROJECT)).body).toMatchObject({ changes: {} })
})

test('R6-5 other refusals', async () => {
  expect(codeOf(await ask('/admin/v1/projects/nope'))).toBe(4010)
  expect(codeOf(await ask(PROJECT, { method: 'PUT', body: '{' }))).toBe(4002)
  expect(codeOf(await ask(PROJECT, { method: 'PUT', body: {}, contentType: 'text/plain' }))).toBe(4006)
  expect(codeOf(await ask(PROJECT, { method: 'PUT', body: `"${'x'.repeat(70_000)}"` }))).toBe(4005)
  expect(codeOf(await ask(`${PROJECT}/events?since=-1`))).toBe(4002)
})

test('R6-5 a change is written down, without its values', async () => {
  await put({ name: 'Another', analytics: false })
  const events = await first.database.db.select().from(auditEvents)
  expect(events.at(-1) ?? {}).toMatchObject({ userId: 'operator', kind: 'project-changed' })
  expect(events.map(({ facts }) => facts)).toContainEqual({ projectId: 'demo', settings: 'analytics name' })
  expect(JSON.stringify(events)).not.toContain('Another')
  expect(first.logs.join('')).not.toContain(TOKEN)
  await put({})
})

test('R6-26 what cannot be read is not guessed: the project fails closed', async () => {
  await first.database.db.update(projectSettings).set({ changes: { allowedOrigins: 'all' } })
  first.advance(10_000)
  expect(codeOf(await askAsPage(first, ORIGINS))).toBe(4004)
  const document = await first.app.request(`${first.config.walletOrigin}/frame?projectId=demo`)
  expect(document.status).toBe(503)
  await first.database.db.execute(sql`delete from project_settings`)
  expect((await askAsPage(first, ORIGINS)).status).toBe(200)
})

test('the operator sets budgets for fees and the paymaster services of a project', async () => {
  const sponsorship = { weiPerDay: '5', networks: { '31337': { operationsPerDay: 0 } } }
  const paymasters = ['https://pay.example/policy']
  expect((await put({ sponsorship, paymasters })).body).toMatchObject({
    project: { sponsorship, paymasters },
  })
  const document = await first.app.request(`${first.config.walletOrigin}/frame?projectId=demo`)
  expect(await document.text()).toContain('https://pay.example/policy')
  expect((await put({})).body).toMatchObject({ project: { sponsorship: {}, paymasters: [] } })
  for (const wrong of [{ sponsorship: { weiPerDay: '1e18' } }, { paymasters: ['http://pay.example/'] }])
    expect(codeOf(await put(wrong))).toBe(4002)
})

test('the operator sets how many codes a project sends', async () => {
  const limits = { codesPerMinute: 5, codesPerPlaceHour: 3 }
  expect((await put({ limits })).body).toMatchObject({ project: { limits } })
  expect((await put({})).body).toMatchObject({ project: { limits: {} } })
  expect(codeOf(await put({ limits: { codesPerMinute: 0 } }))).toBe(4002)
})

test('the operator sees what fees of a project have cost', async () => {
  const row = { projectId: 'demo', chainId: 8453, day: 20_000, wei: 10n ** 20n, operations: 3 }
  await first.database.db.insert(sponsorSpending).values([
    { ...row, walletId: '' },
    { ...row, walletId: 'one' },
    { ...row, walletId: '', projectId: 'other' },
  ])
  expect((await ask(`${PROJECT}/sponsorship`)).body).toEqual({
    days: [{ day: '2024-10-04', chainId: 8453, wei: '100000000000000000000', operations: 3 }],
  })
  expect(codeOf(await ask(`${PROJECT}/sponsorship`, { headers: {} }))).toBe(4003)
})

test('R4-30 the operator decides when devices are verified and how long new ones wait', async () => {
  const changed = await put({ deviceVerification: 'always', newDeviceHoldHours: 24 })
  expect(changed.body).toMatchObject({ project: { deviceVerification: 'always', newDeviceHoldHours: 24 } })
  const back = await put({})
  expect(back.body).toMatchObject({ project: { deviceVerification: 'risk', newDeviceHoldHours: 0 } })
  for (const wrong of [
    { deviceVerification: 'sometimes' },
    { newDeviceHoldHours: 73 },
    { newDeviceHoldHours: -1 },
  ])
    expect(codeOf(await put(wrong))).toBe(4002)
})
