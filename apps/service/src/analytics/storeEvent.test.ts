import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { analyticsEvents } from '../db/schema.ts'
import { askAsPage, codeOf } from '../testing/askAsPage.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService({
    projects: [{ id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST], analytics: true }],
    limits: { eventsPerAddressMinute: 1_000, eventsPerProjectDay: 100 },
  })
})
afterAll(() => service?.stop())
beforeEach(async () => {
  service.advance(86_400_001)
  await service.database.db.delete(analyticsEvents)
})

const send = (props: object) =>
  askAsPage(service, '/e?st=html&sv=html-0.1.0&projectId=demo', {
    method: 'POST',
    body: { eventId: randomUUID(), url: HOST, domain: 'app.localhost', timestamp: 0, props },
  })
const failure = (errorMessage: string, stackTrace = '', errorType = 'Error') => ({
  type: 'error',
  event: 'API_ERROR',
  errorType,
  errorMessage,
  stackTrace,
})
async function keptOf(props: object) {
  const { status } = await send(props)
  expect(status).toBe(202)
  const [row] = await service.database.db.select().from(analyticsEvents)
  await service.database.db.delete(analyticsEvents)
  return row?.facts
}

test('R7-41 text that a database or a terminal would choke on is cleaned, not answered by an error', async () => {
  const hostile = 'a\u0000b\ud83d c\u001b[31m\u202ed\ne'
  const cleaned = 'a b c [31md\ne'
  expect(await keptOf(failure(hostile, hostile))).toMatchObject({
    errorMessage: cleaned,
    stackTrace: cleaned,
  })
  // The pair at the limit is cut in two.
  const words = 'x '.repeat(149)
  expect(await keptOf(failure(`${words}x\u{1f4a9}`))).toMatchObject({ errorMessage: `${words}x` })
  expect(await keptOf(failure('', '', 'Lone\udc00'))).toMatchObject({ errorType: 'Lone' })
  const properties = { name: 'Wal\ud83dlet\u200b' }
  expect(await keptOf({ type: 'track', event: 'SELECT_WALLET', properties })).toEqual({ name: 'Wallet' })
})

test('R7-41 whatever an event of the right form says, it can be kept', async () => {
  const text = (maxLength: number) => fc.string({ unit: 'binary', maxLength })
  await fc.assert(
    fc.asyncProperty(text(300), text(600), async (errorMessage, stackTrace) => {
      expect((await send(failure(errorMessage, stackTrace))).status).toBe(202)
    }),
    { numRuns: 30 },
  )
})

test('R7-39 a project takes so many events a day, from however many places', async () => {
  const answers = await Promise.all(Array.from({ length: 104 }, () => send(failure('m'))))
  const refused = answers.filter(({ status }) => status !== 202)
  expect(refused.map(codeOf)).toEqual([4020, 4020, 4020, 4020])
  expect(await service.database.db.select().from(analyticsEvents)).toHaveLength(100)
})
