import { health } from '@latchkey/protocol/http'
import { startMail } from '@latchkey/testing/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailJobs } from '../db/schema.ts'
import { type MailOutcome, watchMail } from '../mail/mailServer.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'
import { openTestDatabase } from '../testing/database.ts'

const API = 'http://api.localhost:8787'
const METRICS_TOKEN = 'a-token-for-metrics'
let service: TestService
let broken = false
beforeAll(async () => {
  const database = await openTestDatabase()
  service = await createTestService({
    config: { metricsToken: METRICS_TOKEN },
    deps: {
      database: { ...database, ping: () => (broken ? Promise.reject(new Error('down')) : database.ping()) },
    },
  })
})
afterAll(async () => {
  await service.stop()
  await service.database.close()
})

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

test('health tells whether the database answers', async () => {
  const well = await service.app.request(`${API}/health`)
  expect(well.status).toBe(200)
  expect(health.reply.parse(await well.json())).toMatchObject({ status: 'ok', database: 'ok', mail: 'ok' })
  broken = true
  const ill = await service.app.request(`${API}/health`)
  expect(ill.status).toBe(503)
  expect(health.reply.parse(await ill.json())).toMatchObject({ status: 'degraded', database: 'failing' })
  broken = false
})

test('a process without its database is alive and not ready', async () => {
  const statuses = async () =>
    Promise.all(
      ['live', 'ready'].map(async (name) => (await service.app.request(`http://10.0.0.1/${name}`)).status),
    )
  expect(await statuses()).toEqual([200, 200])
  broken = true
  expect(await statuses()).toEqual([200, 503])
  broken = false
})

test('a mail server that is away is told by health, and the process stays ready', async () => {
  const mail = await startMail()
  const own = await createTestService({ deps: { database: service.database }, smtpUrl: mail.smtpUrl })
  const ask = async () => health.reply.parse(await (await own.app.request(`${API}/health`)).json())
  expect(await ask()).toMatchObject({ status: 'ok', mail: 'ok' })
  await mail.stop()
  // What was seen half a minute ago does not count.
  own.advance(30_000)
  expect(await ask()).toMatchObject({ status: 'degraded', database: 'ok', mail: 'failing' })
  for (const name of ['health', 'ready']) expect((await own.app.request(`${API}/${name}`)).status).toBe(200)
  await mail.restart()
  own.advance(30_000)
  expect(await ask()).toMatchObject({ status: 'ok', mail: 'ok' })
  await mail.stop()
  await own.stop()
})

test('one mail that is put off says nothing, five in a row say that the mail server is full', async () => {
  const outcomes: MailOutcome[] = [
    'later',
    'later',
    'later',
    'later',
    'sent',
    'later',
    'later',
    'later',
    'later',
    'later',
  ]
  const { sendMail, health: ask } = watchMail(
    async () => outcomes.shift() ?? 'failed',
    async () => undefined,
    () => 0,
  )
  const seen: string[] = []
  while (outcomes.length) {
    await sendMail?.({ to: '', subject: '', text: '', html: '' })
    seen.push(await ask())
  }
  expect(seen.lastIndexOf('ok')).toBe(8)
  expect(seen.at(-1)).toBe('failing')
})

test('without a mail server health says so', async () => {
  const { health: ask } = watchMail(null, async () => undefined, Date.now)
  expect(await ask()).toBe('off')
})

test('metrics tell routes apart by their pattern, whatever is in the path', async () => {
  const own = await createTestService({ deps: { database: service.database } })
  const at = (path: string, method = 'GET') => own.app.request(`${API}${path}`, { method }, from('127.0.0.1'))
  const id = 'A'.repeat(22)
  for (const path of ['/auth/v1/email/start', '/auth/v1/email/verify', `/keys/v1/wallets/${id}/confirm`])
    await at(path, 'POST')
  for (const path of ['/nothing/here', '/auth/v1/n%6Fnce', `/%61ssets/${id}`]) await at(path)
  await own.app.request(`http://wallet.localhost:8787/assets/${id}.js`)
  const lines = (await (await at('/metrics')).text()).split('\n')
  const counted = lines.filter((line) => line.startsWith('latchkey_http_request_seconds_count'))
  const routes = new Set(counted.map((line) => /route="([^"]*)"/.exec(line)?.[1]))
  expect(routes).toEqual(
    new Set([
      '/auth/v1/email/start',
      '/auth/v1/email/verify',
      '/keys/v1/wallets/:walletId/confirm',
      '/auth/v1/nonce',
      '/assets/:name',
      'unknown',
    ]),
  )
  expect(own.logs.join('')).not.toContain(id)
  await own.stop()
})

test('metrics tell what waits: mails, callers of the database, and tasks that failed', async () => {
  const own = await createTestService({
    deps: { database: { ...service.database, poolStats: () => ({ total: 10, idle: 0, waiting: 7 }) } },
  })
  await own.database.db
    .insert(mailJobs)
    .values({ id: 'waiting', contentSealed: '', nextAttemptAt: 0, expiresAt: 1 })
  own.metrics.failedTasks.inc({ task: 'sweep' })
  const text = await (await own.app.request(`${API}/metrics`, {}, from('127.0.0.1'))).text()
  for (const line of [
    'latchkey_mail_queue 1',
    'latchkey_database_connections{state="open"} 10',
    'latchkey_database_connections{state="idle"} 0',
    'latchkey_database_waiting 7',
    'latchkey_failed_tasks_total{task="sweep"} 1',
  ])
    expect(text.split('\n')).toContain(line)
  await own.stop()
})

test('each request has an id, in its answer and in what is logged on the way', async () => {
  const own = await createTestService({ deps: { database: service.database } })
  const asked = (headers: Record<string, string> = {}) =>
    own.app.request(`${API}/projects/v1/origins?projectId=demo`, { headers: { origin: HOST, ...headers } })
  const told = 'told-by-somebody'
  const answers = [await asked(), await asked(), await asked({ 'x-request-id': told })]
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(3)
  expect(ids).not.toContain(told)
  const logged = own.logs.map((line) => (JSON.parse(line) as { requestId?: string }).requestId)
  expect(logged).toEqual(ids)
  await own.stop()
})

test('behind a proxy of the operator its id is taken, if it looks like one', async () => {
  const own = await createTestService({ deps: { database: service.database }, config: { trustedProxies: 1 } })
  const idFor = async (told: string) =>
    (await own.app.request(`${API}/live`, { headers: { 'x-request-id': told } })).headers.get('x-request-id')
  expect(await idFor('7f3c1f0e-0d7c-4a53-9d4c-2f7f5f0b7a10')).toBe('7f3c1f0e-0d7c-4a53-9d4c-2f7f5f0b7a10')
  for (const told of ['short', 'x'.repeat(65), '{"level":50}', 'one-of-them, and-another'])
    expect(await idFor(told)).toMatch(/^[\w-]{22}$/)
  await own.stop()
})

test('a failure is logged with the id that its answer has', async () => {
  const own = await createTestService({
    deps: { database: service.database, projects: { find: () => Promise.reject(new Error('down')) } },
  })
  const answer = await own.app.request(`${API}/projects/v1/origins?projectId=demo`, {
    headers: { origin: HOST },
  })
  expect(answer.status).toBe(500)
  const failures = own.logs.filter((line) => line.includes('request failed'))
  expect(failures.map((line) => JSON.parse(line))).toMatchObject([
    { requestId: answer.headers.get('x-request-id') },
  ])
  await own.stop()
})

test('metrics are for this machine, or for the bearer of the token', async () => {
  const ask = (address: string, headers: Record<string, string> = {}) =>
    service.app.request(`${API}/metrics`, { headers }, from(address))
  const own = await ask('127.0.0.1')
  expect(own.status).toBe(200)
  expect(await own.text()).toContain('latchkey_http_request_seconds')
  expect((await ask('203.0.113.7')).status).toBe(404)
  expect((await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404)
  expect((await ask('203.0.113.7', { authorization: `Bearer ${METRICS_TOKEN}` })).status).toBe(200)
  expect((await ask('203.0.113.7', { authorization: 'Bearer wrong' })).status).toBe(404)
})

test('a proxy of the operator is believed for one address, and no more', async () => {
  const proxied = await createTestService({
    deps: { database: service.database },
    config: { trustedProxies: 1 },
    limits: { apiCallsPerMinute: 3 },
  })
  const ask = (forwarded: string) =>
    proxied.app.request(
      `${API}/projects/v1/origins?projectId=demo`,
      { headers: { origin: 'http://app.localhost:5173', 'x-forwarded-for': forwarded } },
      from('10.0.0.1'),
    )
  for (const invented of ['1.1.1.1', '2.2.2.2', '3.3.3.3'])
    expect((await ask(`${invented}, 198.51.100.8`)).status).toBe(200)
  expect((await ask('4.4.4.4, 198.51.100.8')).status).toBe(429)
  expect((await ask('4.4.4.4, 198.51.100.9')).status).toBe(200)
  await proxied.stop()
})
