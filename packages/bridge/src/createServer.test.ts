import { describe, expect, test } from 'vitest'
import { createServer, type ServerOptions } from './createServer.ts'
import { memoryMessenger } from './testing/memoryMessenger.ts'
import { SampleError, sampleContract } from './testing/sampleContract.ts'
import { createSampleHandlers } from './testing/sampleHandlers.ts'
import {
  BridgeRateLimitError,
  InternalError,
  InvalidEventError,
  InvalidParamsError,
  MessageTooLargeError,
} from './wire/errors.ts'

function setUp(options: Partial<ServerOptions> = {}) {
  const { messenger, posted, receive } = memoryMessenger()
  const sample = createSampleHandlers()
  const server = createServer(sampleContract, messenger, sample.handlers, {
    origin: 'https://host.example',
    onError: sample.onError,
    ...options,
  })
  const replies = () => posted as { t: string; id?: string; result?: unknown; error?: { code: number } }[]
  const call = (method: string, params: unknown, id = 'A'.repeat(22)) =>
    receive({ t: 'call', id, method, params })
  return { server, sample, receive, replies, call }
}
const id = (index: number) => `${String(index).padStart(21, '0')}A`

test('R7-80 a handler without a promise is answered at once', () => {
  const { call, replies } = setUp()
  call('add', { a: 1, b: 2 })
  expect(replies()).toEqual([{ t: 'result', id: 'A'.repeat(22), result: { sum: 3 } }])
})

test.each([
  { t: 'call', id: 'A'.repeat(22), method: 'add', params: { a: 1, b: 2 }, extra: 1 },
  { t: 'call', id: 'A'.repeat(22), method: 'add' },
  { t: 'call', id: 'A'.repeat(21), method: 'add', params: {} },
  { t: 'call', id: 1, method: 'add', params: {} },
  { t: 'call', id: 'A'.repeat(22), method: 'x'.repeat(65), params: {} },
  { t: 'result', id: 'A'.repeat(22), result: {} },
  { t: 'Call', id: 'A'.repeat(22), method: 'add', params: {} },
  JSON.parse(`{"t":"call","id":"${'A'.repeat(22)}","method":"add","params":{"a":1,"b":2},"__proto__":{}}`),
  null,
  'call',
  [],
])('a message of another shape is dropped and counted: %j', (message) => {
  const { receive, replies, server } = setUp()
  receive(message)
  expect([replies(), server.counters.malformed]).toEqual([[], 1])
})

test('an id that is in use is dropped', () => {
  const { call, replies, server, sample } = setUp()
  call('hang', {})
  call('hang', {})
  call('add', { a: 1, b: 2 })
  expect([sample.hanging.length, replies(), server.counters.unknownTarget]).toEqual([1, [], 2])
  server.destroy()
})

test('params are refused by the schema of their own method', () => {
  const { call, replies } = setUp()
  call('hang', { a: 1, b: 2 })
  expect(replies()[0]?.error?.code).toBe(InvalidParamsError.code)
})

describe('limits', () => {
  test('beyond the burst a call is answered with the rate limit, and a cancel still counts', async () => {
    const { call, replies, receive, sample, server } = setUp({ limits: { burst: 2, messagesPerSecond: 0 } })
    call('hang', {}, id(1))
    call('add', { a: 1, b: 1 }, id(2))
    call('add', { a: 1, b: 1 }, id(3))
    expect(replies().map((reply) => reply.error?.code)).toEqual([undefined, BridgeRateLimitError.code])
    receive({ t: 'cancel', id: id(1) })
    expect(sample.hanging[0]?.signal.aborted).toBe(true)
    expect(server.counters.rateLimited).toBe(2)
    server.destroy()
  })
  test('a cancelled call keeps its place until its handler ends', () => {
    const { call, replies, receive, sample, server } = setUp({ limits: { maxRunningCalls: 1 } })
    call('approve', {}, id(1))
    receive({ t: 'cancel', id: id(1) })
    call('approve', {}, id(2))
    expect(replies().map((reply) => reply.error?.code)).toEqual([BridgeRateLimitError.code])
    expect(sample.approvals).toHaveLength(1)
    server.destroy()
  })
  test('a message beyond 256 KiB is answered as too large', () => {
    const { call, replies, server } = setUp()
    call('echo', { value: 'x'.repeat(256 * 1024) })
    expect([replies()[0]?.error?.code, server.counters.tooLarge]).toEqual([MessageTooLargeError.code, 1])
  })
})

test('R7-80 a typed error carries only what is allow-listed', () => {
  const { call, replies } = setUp()
  call('fail', { how: 'typed' })
  expect(replies()[0]?.error).toEqual({
    code: SampleError.code,
    message: SampleError.defaultMessage,
    data: { retryAfter: 3 },
  })
})

test("R7-80 R8-28 a handler's bug is told to the owner, and nothing of it to the peer", () => {
  const { call, replies, sample } = setUp()
  call('fail', { how: 'foreign' }, id(1))
  call('fail', { how: 'badResult' }, id(2))
  const internal = { code: InternalError.code, message: 'An error occurred' }
  expect(replies().map((reply) => reply.error)).toEqual([internal, internal])
  expect(sample.foreignErrors).toHaveLength(2)
})

test('an event against its contract is refused on this side', () => {
  const { server, replies } = setUp()
  expect(() => server.emit('ticked', { count: 1.5 })).toThrow(InvalidEventError)
  server.emit('ticked', { count: 1 })
  expect(replies()).toEqual([{ t: 'event', event: 'ticked', payload: { count: 1 } }])
})

test('nothing is answered after the end', async () => {
  const { call, replies, server, sample } = setUp()
  call('approve', {})
  server.destroy()
  server.destroy()
  sample.approvals[0]?.sign('0x1')
  await Promise.resolve()
  call('add', { a: 1, b: 2 })
  expect(replies()).toEqual([])
})
