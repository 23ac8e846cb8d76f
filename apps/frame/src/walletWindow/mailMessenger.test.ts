import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exchangeWindowMail } from '@latchkey/protocol/http'
import { afterEach, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { mailMessenger } from './mailMessenger.ts'

type Exchange = z.output<typeof exchangeWindowMail.body>
type Box = Exchange['send'][number]
type Boxes = Record<'frame' | 'window', Box[]>

const ends: (() => unknown)[] = []
afterEach(() => Promise.all(ends.splice(0).map((end) => end())))

const channel = 'c'.repeat(22)
const secret = 's'.repeat(43)

/** A mailbox that does what the service does, and changes boxes on their way where it is told. */
async function startMailbox(change: (box: Box) => Box = (box) => box) {
  const boxes: Boxes = { frame: [], window: [] }
  const calls: number[] = []
  let isDown = false
  const server = createServer(async (request, response) => {
    calls.push(performance.now())
    const body = await text(request)
    // As long as the service takes it.
    if (isDown || body.length > 524_288) return response.writeHead(isDown ? 503 : 413).end()
    const { side, send, taken } = exchangeWindowMail.body.parse(JSON.parse(body))
    boxes[side].push(...send.filter((one) => !boxes[side].some(({ sequence }) => sequence === one.sequence)))
    const other = side === 'frame' ? 'window' : 'frame'
    const waiting = boxes[other].filter(({ sequence }) => sequence > taken)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ boxes: waiting.map(change) }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => new Promise((done) => server.close(done)))
  const apiOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const messenger = (side: 'frame' | 'window', key = secret) => {
    const made = mailMessenger({ apiOrigin, channel, secret: key, side })
    ends.push(made.close)
    return made
  }
  const stop = () => {
    isDown = true
  }
  const restart = () => {
    isDown = false
  }
  return { boxes, calls, messenger, stop, restart }
}

const heard = (messenger: { subscribe(listener: (data: unknown) => void): unknown }, count: number) =>
  new Promise<unknown[]>((resolve) => {
    const all: unknown[] = []
    messenger.subscribe((data) => {
      all.push(data)
      if (all.length === count) resolve(all)
    })
  })

test('both sides hear each other, in order', async () => {
  const { messenger, boxes } = await startMailbox()
  const frame = messenger('frame')
  const window = messenger('window')
  const atWindow = heard(window, 3)
  const atFrame = heard(frame, 1)
  for (const number of [1, 2, 3]) frame.post({ number })
  window.post({ approved: true })
  expect(await atWindow).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }])
  expect(await atFrame).toEqual([{ approved: true }])
  expect(JSON.stringify(boxes)).not.toContain('approved')
})

test('the end of one side is heard by the other', async () => {
  const { messenger } = await startMailbox()
  const frame = messenger('frame')
  const window = messenger('window')
  window.subscribe(() => undefined)
  frame.close()
  await frame.closed
  await window.closed
})

test.each<[string, (box: Box) => Box]>([
  ['changed', ({ sequence, box }) => ({ sequence, box: `${box.slice(0, -4)}AAAA` })],
  ['of another place', ({ box }) => ({ sequence: 0, box: box.length > 60 ? `${box}A` : box })],
])('a box that is %s ends the connection, and nobody hears it', async (_, change) => {
  const { messenger } = await startMailbox(change)
  const window = messenger('window')
  const all: unknown[] = []
  window.subscribe((data) => all.push(data))
  messenger('frame').post({ hash: 'a'.repeat(80) })
  await window.closed
  expect(all).toEqual([])
})

test('who has another key is not heard', async () => {
  const { messenger } = await startMailbox()
  const frame = messenger('frame')
  const all: unknown[] = []
  frame.subscribe((data) => all.push(data))
  messenger('window', 'x'.repeat(43)).post({ approved: true })
  await frame.closed
  expect(all).toEqual([])
})

test('what is longer together than the service takes goes in several calls', async () => {
  const { messenger } = await startMailbox()
  const atWindow = heard(messenger('window'), 4)
  const frame = messenger('frame')
  const shown = [1, 2, 3, 4].map((number) => ({ number, raw: 'f'.repeat(250_000) }))
  for (const one of shown) frame.post(one)
  expect(await atWindow).toEqual(shown)
})

test('a mailbox that does not answer is asked again after a pause', async () => {
  const { messenger, calls, stop } = await startMailbox()
  stop()
  messenger('frame').post({ number: 1 })
  await expect.poll(() => calls.length, { timeout: 15_000 }).toBeGreaterThan(2)
  const [first = 0, , third = 0] = calls
  expect(third - first).toBeGreaterThan(900)
})

test('a phone that slept, and wakes to a call that fails, is still connected', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  ends.push(() => vi.useRealTimers())
  const { messenger, calls, stop, restart } = await startMailbox()
  const frame = messenger('frame')
  const atFrame = heard(frame, 1)
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  vi.setSystemTime(Date.now() + 60_000)
  stop()
  const { length } = calls
  await expect.poll(() => calls.length).toBeGreaterThan(length + 1)
  restart()
  messenger('window').post({ approved: true })
  expect(await Promise.race([atFrame, frame.closed.then(() => 'closed')])).toEqual([{ approved: true }])
})

test('a mailbox that is out of reach for long ends the connection', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  ends.push(() => vi.useRealTimers())
  const { messenger, calls, stop } = await startMailbox()
  stop()
  const frame = messenger('frame')
  frame.post({ number: 1 })
  await expect.poll(() => calls.length).toBeGreaterThan(2)
  vi.setSystemTime(Date.now() + 60_000)
  await frame.closed
})
