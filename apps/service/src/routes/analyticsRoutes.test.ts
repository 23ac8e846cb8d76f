import { randomUUID } from 'node:crypto'
import { getAnalyticsConfig } from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reducePage } from '../analytics/events.ts'
import { analyticsEvents } from '../db/schema.ts'
import { askAsPage, codeOf, type PageRequest } from '../testing/askAsPage.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'

const TOKEN = 'an-admin-token-of-the-operator-0123'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const DAY = 86_400_000
const project = { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST], analytics: true }
const projects = [project, { ...project, id: 'quiet', analytics: false }, { ...project, id: 'busy' }]
let service: TestService
let keeping: TestService
beforeAll(async () => {
  service = await createTestService({
    projects,
    config: { adminToken: TOKEN },
    limits: { eventsPerAddressMinute: 20, eventsPerProjectMinute: 40 },
  })
  keeping = await createTestService({
    projects,
    config: { analytics: { retentionDays: 1, keepsAddresses: true } },
  })
})
afterAll(async () => {
  await service.stop()
  await keeping.stop()
})

const PATH = '/e?st=html&sv=html-0.1.0&projectId='
const track = {
  type: 'track',
  event: 'CONNECT_SUCCESS',
  address: ADDRESS,
  properties: { name: 'Wallet', code: 1 },
}
const failure = {
  type: 'error',
  event: 'API_ERROR',
  errorType: 'TypeError',
  errorMessage: 'm',
  stackTrace: 's',
}
const event = (props: object = track, change: object = {}) => ({
  eventId: randomUUID(),
  url: `${HOST}/cart/1?session=secret#mia`,
  domain: 'app.localhost',
  timestamp: 1_900_000_000_000,
  props,
  ...change,
})
let place = 0
const send = (body: unknown, request: PageRequest & { to?: string; service?: TestService } = {}) => {
  const { to = `${PATH}demo`, service: target = service, ...rest } = request
  // Each from a place of its own, so that a limit speaks only where a test asks it to.
  return askAsPage(target, to, { method: 'POST', body, address: `198.51.100.${++place % 250}`, ...rest })
}
const rows = (target = service) => target.database.db.select().from(analyticsEvents)

test('R7-37 the setting of the project is told', async () => {
  const ask = async (target: TestService, id: string) =>
    getAnalyticsConfig.reply.parse((await askAsPage(target, `/getAnalyticsConfig?projectId=${id}`)).body)
  expect(await ask(service, 'demo')).toEqual({ isAnalyticsEnabled: true, isAddressKept: false })
  expect(await ask(keeping, 'demo')).toEqual({ isAnalyticsEnabled: true, isAddressKept: true })
  expect(await ask(keeping, 'quiet')).toEqual({ isAnalyticsEnabled: false, isAddressKept: false })
})

test('R7-38 R7-39 R7-40 an event is kept with origin and path alone, and without the address', async () => {
  const body = event()
  expect((await send(body)).status).toBe(202)
  expect(await rows()).toEqual([
    {
      projectId: 'demo',
      eventId: body.eventId,
      at: 1_900_000_000_000,
      type: 'track',
      event: 'CONNECT_SUCCESS',
      page: `${HOST}/cart/1`,
      sdk: 'html html-0.1.0',
      address: null,
      facts: { name: 'Wallet', code: 1 },
    },
  ])
  expect((await send(body)).status).toBe(202)
  expect(await rows()).toHaveLength(1)
})

test('R7-41 an error is kept trimmed, without names and secrets', async () => {
  const stackTrace = `at f (${HOST}/a.js?key=1:1:2)\n${'x '.repeat(1_900)}`
  const errorMessage = `mia@example.com ${ADDRESS} wc:topic@2?symKey=abc`
  await send(event({ ...failure, errorMessage, stackTrace }))
  const stored = (await rows()).find(({ type }) => type === 'error')
  expect(stored?.facts).toMatchObject({ errorType: 'TypeError', errorMessage: '[email] [hex] [pairing]' })
  expect(String(stored?.facts.stackTrace).length).toBeLessThanOrEqual(2_000)
  expect(JSON.stringify(stored)).not.toMatch(/mia|symKey|key=1/)
})

test('R7-40 the address is kept where the operator wants it', async () => {
  expect((await send(event(), { service: keeping })).status).toBe(202)
  expect((await rows(keeping)).map(({ address }) => address)).toEqual([ADDRESS])
})

test('R7-42 R9-48 R7-44 a project without analytics takes nothing', async () => {
  const refused = await send(event(), { to: `${PATH}quiet` })
  expect([refused.status, codeOf(refused)]).toEqual([403, 4550])
  expect(refused.headers.get('access-control-allow-origin')).toBe(HOST)
  expect((await rows()).filter(({ projectId }) => projectId === 'quiet')).toEqual([])
})

test.each<[string, unknown, PageRequest & { to?: string }, number]>([
  ['a foreign page', event(), { origin: 'https://evil.example' }, 4011],
  ['no page', event(), { origin: null }, 4011],
  ['an unknown project', event(), { to: `${PATH}nope` }, 4010],
  ['no sdk type', event(), { to: '/e?sv=1&projectId=demo' }, 4002],
  ['no sdk version', event(), { to: '/e?st=html&projectId=demo' }, 4002],
  ['an sdk version of another form', event(), { to: '/e?st=html&sv=%3Cscript%3E&projectId=demo' }, 4002],
  ['a form', event(), { contentType: 'application/x-www-form-urlencoded' }, 4006],
  ['more than 8 KiB', event(track, { url: 'x'.repeat(8_192) }), {}, 4005],
  ['no JSON', '{', {}, 4002],
  ['no event id', event(track, { eventId: '1' }), {}, 4002],
  ['an event of another name', event({ ...track, event: 'INITIALIZE' }), {}, 4002],
  ['an e-mail address for a name', event({ ...track, properties: { name: 'm@example.com' } }), {}, 4002],
  ['a property of another name', event({ ...track, properties: { email: 'm' } }), {}, 4002],
  ['something more', event(track, { cookie: 'x' }), {}, 4002],
])('R7-39 refused: %s', async (_, body, request, code) => {
  const before = (await rows()).length
  expect(codeOf(await send(body, request))).toBe(code)
  expect(await rows()).toHaveLength(before)
})

test('R7-39 a page may ask before it sends JSON', async () => {
  const { status, headers } = await askAsPage(service, `${PATH}demo`, { method: 'OPTIONS' })
  expect([status, headers.get('access-control-allow-headers')]).toEqual([204, 'content-type'])
  expect((await send(event(), { contentType: 'application/json' })).status).toBe(202)
})

test('R7-39 one place, and one project, may send so much a minute', async () => {
  const to = `${PATH}busy`
  const from = async (address: string, count: number) => {
    const answers = []
    for (let index = 0; index < count; index++) answers.push((await send(event(), { to, address })).status)
    return answers.filter((status) => status === 202).length
  }
  expect(await from('192.0.2.1', 25)).toBe(20)
  expect(await from('192.0.2.2', 25)).toBe(20)
  expect(await from('192.0.2.3', 1)).toBe(0)
  const late = await send(event(), { to, address: '192.0.2.1' })
  expect([codeOf(late), Number(late.headers.get('retry-after')) > 0]).toEqual([4020, true])
})

test('R7-39 the operator reads counts and the last errors', async () => {
  const read = async (query = '') =>
    (
      await askAsPage(service, `/admin/v1/projects/demo/events${query}`, {
        origin: null,
        headers: { authorization: `Bearer ${TOKEN}` },
      })
    ).body
  expect(await read()).toMatchObject({
    since: 1_900_000_000_000 - DAY,
    counts: [
      { event: 'CONNECT_SUCCESS', type: 'track', count: 2 },
      { event: 'API_ERROR', type: 'error', count: 1 },
    ],
    errors: [{ event: 'API_ERROR', errorType: 'TypeError', page: `${HOST}/cart/1` }],
  })
  expect(await read('?since=1900000000001')).toEqual({ since: 1_900_000_000_001, counts: [], errors: [] })
})

test('R7-39 events are kept for as many days as the operator says', async () => {
  keeping.advance(DAY)
  await keeping.sweep()
  expect(await rows(keeping)).toHaveLength(1)
  keeping.advance(1)
  await keeping.sweep()
  expect(await rows(keeping)).toEqual([])
  await service.sweep()
  expect(await rows()).not.toEqual([])
})

test.each([
  [`${HOST}/a?b#c`, `${HOST}/a`],
  [`${HOST}/u/mia%40example.com/x`, `${HOST}/u/[email]/x`],
  [`${HOST}/tx/${ADDRESS}`, `${HOST}/tx/[hex]`],
  ['https://evil.example/a', HOST],
  ['javascript:alert(1)', HOST],
  ['', HOST],
])('R7-39 of the page %s stays %s', (url, page) => {
  expect(reducePage(HOST, url)).toBe(page)
})
