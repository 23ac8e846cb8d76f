import { problem } from '@latchkey/protocol/client'
import { exchangeWindowMail } from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API, createTestService, HOST, type TestService, WALLET } from '../testing/createTestService.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.stop())

let channels = 0
const newChannel = () => `channel${++channels}`.padEnd(22, 'x')
const post = (channel: string, body: object, origin = WALLET) =>
  service.app.request(`${API}/window/v1/${channel}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const boxes = async (channel: string, side: 'frame' | 'window', taken: number, send: object[] = []) => {
  const answer = await post(channel, { side, send, taken })
  expect(answer.status).toBe(200)
  return exchangeWindowMail.reply.parse(await answer.json()).boxes
}
const box = (sequence: number, text = `box${sequence}`) => ({ sequence, box: text })

test('each side gets the boxes of the other in order, until it confirms them', async () => {
  const channel = newChannel()
  expect(await boxes(channel, 'frame', -1, [box(1), box(0)])).toEqual([])
  expect(await boxes(channel, 'window', -1)).toEqual([box(0), box(1)])
  expect(await boxes(channel, 'window', 0)).toEqual([box(1)])
  expect(await boxes(channel, 'window', 1, [box(0, 'answer')])).toEqual([])
  expect(await boxes(channel, 'window', -1)).toEqual([])
  expect(await boxes(channel, 'frame', -1)).toEqual([box(0, 'answer')])
})

test('a box is left once: nobody puts another in its place', async () => {
  const channel = newChannel()
  await boxes(channel, 'frame', -1, [box(0, 'first')])
  await boxes(channel, 'frame', -1, [box(0, 'second')])
  expect(await boxes(channel, 'window', -1)).toEqual([box(0, 'first')])
})

test('nothing is taken from another channel, nor by the side that left it', async () => {
  const channel = newChannel()
  await boxes(channel, 'frame', -1, [box(0)])
  expect(await boxes(newChannel(), 'window', -1)).toEqual([])
  expect(await boxes(channel, 'frame', -1)).toEqual([])
})

test('what is old is gone', async () => {
  const channel = newChannel()
  await boxes(channel, 'frame', -1, [box(0)])
  service.advance(600_001)
  expect(await boxes(channel, 'window', -1)).toEqual([])
})

test.each([
  ['a page', { side: 'frame', send: [], taken: -1 }, HOST, 403],
  ['a body that says more', { side: 'frame', send: [], taken: -1, user: 'x' }, WALLET, 400],
  ['a box that is no base64url', { side: 'frame', send: [box(0, '<b>')], taken: -1 }, WALLET, 400],
  [
    'seventeen boxes',
    { side: 'frame', send: Array.from({ length: 17 }, (_, i) => box(i)), taken: -1 },
    WALLET,
    400,
  ],
  ['a box that is too large', { side: 'frame', send: [box(0, 'a'.repeat(480_001))], taken: -1 }, WALLET, 400],
  ['half a mebibyte', { side: 'frame', send: [box(0, 'a'.repeat(600_000))], taken: -1 }, WALLET, 413],
])('%s is refused', async (_, body, origin, status) => {
  expect((await post(newChannel(), body, origin)).status).toBe(status)
})

test('a channel of another form is not there', async () => {
  expect((await post('short', { side: 'frame', send: [], taken: -1 })).status).toBe(404)
})

test('one place cannot fill the database', async () => {
  const large = 'a'.repeat(470_000)
  const answers: Response[] = []
  for (let index = 0; index < 20; index++)
    answers.push(await post(newChannel(), { side: 'frame', send: [box(0, large)], taken: -1 }))
  const refused = answers.at(-1) as Response
  expect(refused.status).toBe(429)
  expect(problem().parse(await refused.json()).error.data?.retryAfter).toBeGreaterThan(0)
})
