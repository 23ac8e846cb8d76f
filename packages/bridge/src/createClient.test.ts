import { BaseError } from '@latchkey/errors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from './createClient.ts'
import { memoryMessenger } from './testing/memoryMessenger.ts'
import { sampleContract } from './testing/sampleContract.ts'
import {
  CallAbortedError,
  CallTimeoutError,
  ConnectionClosedError,
  InvalidResultError,
  MessageTooLargeError,
  UnknownMethodError,
} from './wire/errors.ts'

function setUp() {
  const { messenger, posted, receive } = memoryMessenger()
  const client = createClient(sampleContract, messenger)
  const sent = () => posted as { t: string; id: string; method?: string; params?: unknown }[]
  return { client, sent, receive, messenger }
}
const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

describe('time', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('R8-32 a call waits as long as its contract says, then sends cancel', async () => {
    const { client, sent } = setUp()
    const call = caught(client.call.hang({}))
    vi.advanceTimersByTime(9_990)
    expect(sent().map(({ t }) => t)).toEqual(['call'])
    vi.advanceTimersByTime(20)
    expect(await call).toBeInstanceOf(CallTimeoutError)
    expect(sent().map(({ t, id }) => [t, id === sent()[0]?.id])).toEqual([
      ['call', true],
      ['cancel', true],
    ])
  })
  test('a call without a time-out waits on, and no timer is kept for it', () => {
    const { client, sent } = setUp()
    void caught(client.call.approve({}))
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(86_400_000)
    expect(sent()).toHaveLength(1)
    client.destroy()
  })
  test('the caller may wait for less or more', async () => {
    const { client } = setUp()
    const short = caught(client.call.approve({}, { timeout: 50 }))
    void caught(client.call.hang({}, { timeout: null }))
    vi.advanceTimersByTime(60)
    expect(await short).toBeInstanceOf(CallTimeoutError)
    client.destroy()
    expect(vi.getTimerCount()).toBe(0)
  })
  test('an aborted approval waits for its grace and no longer', async () => {
    const { client, sent } = setUp()
    const controller = new AbortController()
    const call = caught(client.call.approve({}, { signal: controller.signal }))
    controller.abort()
    expect(sent().map(({ t }) => t)).toEqual(['call', 'cancel'])
    vi.advanceTimersByTime(2_000)
    expect(await call).toBeInstanceOf(CallAbortedError)
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a late reply and a reply to an unknown id are dropped and counted', async () => {
  const { client, sent, receive } = setUp()
  const controller = new AbortController()
  const call = caught(client.call.hang({}, { signal: controller.signal }))
  controller.abort()
  expect(await call).toBeInstanceOf(CallAbortedError)
  const id = sent()[0]?.id
  receive({ t: 'result', id, result: {} })
  receive({ t: 'error', id, error: { code: 1, message: '' } })
  receive({ t: 'result', id: 'A'.repeat(22), result: {} })
  receive({ t: 'event', event: 'constructor', payload: {} })
  expect(client.counters).toEqual({
    malformed: 0,
    unsafeKey: 0,
    tooLarge: 0,
    rateLimited: 0,
    unknownTarget: 4,
  })
})

test('a reply is used once', async () => {
  const { client, sent, receive } = setUp()
  const call = client.call.add({ a: 1, b: 2 })
  const id = sent()[0]?.id
  receive({ t: 'result', id, result: { sum: 3 } })
  receive({ t: 'result', id, result: { sum: 4 } })
  expect(await call).toEqual({ sum: 3 })
  expect(client.counters.unknownTarget).toBe(1)
})

test.each([
  ['another type', { sum: '3' }],
  ['an unsafe key', JSON.parse('{"sum":3,"__proto__":{"x":1}}')],
  ['nothing', undefined],
])('a result with %s rejects the call', async (_name, result) => {
  const { client, sent, receive } = setUp()
  const call = caught(client.call.add({ a: 1, b: 2 }))
  receive({ t: 'result', id: sent()[0]?.id, result })
  expect(await call).toBeInstanceOf(InvalidResultError)
})

test('what a later version adds to a result or an event is left out', async () => {
  const { client, sent, receive } = setUp()
  const seen: unknown[] = []
  client.on('ticked', (payload) => seen.push(payload))
  const call = client.call.add({ a: 1, b: 2 })
  receive({ t: 'result', id: sent()[0]?.id, result: { sum: 3, later: 1 } })
  receive({ t: 'event', event: 'ticked', payload: { count: 1, later: 2 } })
  expect([await call, seen]).toEqual([{ sum: 3 }, [{ count: 1 }]])
})

test('a result that is too large rejects the call', async () => {
  const { client, sent, receive } = setUp()
  const call = caught(client.call.add({ a: 1, b: 2 }))
  receive({ t: 'result', id: sent()[0]?.id, result: { sum: 'x'.repeat(300_000) } })
  expect(await call).toBeInstanceOf(MessageTooLargeError)
})

test.each([
  { t: 'result', result: { sum: 3 }, extra: 1 },
  { t: 'result' },
  { t: 'call', method: 'add', params: {} },
  { t: 'error', error: { code: 1.5, message: 'x' } },
  { t: 'error', error: { code: 1, message: 'x', stack: 'y' } },
  { t: 'error', error: { code: 1, message: 'x'.repeat(1_025) } },
  { t: 'error', error: { code: 1, message: 'x', data: { nested: {} } } },
  { t: 'constructor' },
])('an envelope of another shape is dropped: %j', async (envelope) => {
  const { client, sent, receive } = setUp()
  const call = caught(client.call.add({ a: 1, b: 2 }))
  receive({ ...envelope, id: sent()[0]?.id })
  expect(client.counters.malformed).toBe(1)
  client.destroy()
  expect(await call).toBeInstanceOf(ConnectionClosedError)
})

test("R8-28 the peer's error keeps its code and its sentence", async () => {
  const { client, sent, receive } = setUp()
  const call = caught(client.call.add({ a: 1, b: 2 }))
  receive({
    t: 'error',
    id: sent()[0]?.id,
    error: { code: 2004, message: 'You declined the request.', data: { a: 1 } },
  })
  const error = await call
  expect(error).toBeInstanceOf(BaseError)
  expect(error).toMatchObject({ code: 2004, shortMessage: 'You declined the request.', data: { a: 1 } })
})

test('a refusal by the bridge itself is of its own class, with what an EIP-1193 caller gets', async () => {
  const { client, sent, receive } = setUp()
  const call = caught(client.call.add({ a: 1, b: 2 }))
  const error = { code: UnknownMethodError.code, message: 'Unknown.', data: { a: 1 } }
  receive({ t: 'error', id: sent()[0]?.id, error })
  const refused = await call
  expect(refused).toBeInstanceOf(UnknownMethodError)
  expect(refused).toMatchObject({ rpcCode: 4200, shortMessage: 'Unknown.', data: { a: 1 } })
})

test('an event against its contract reaches nobody', () => {
  const { client, receive } = setUp()
  const seen: unknown[] = []
  client.on('ticked', (payload) => seen.push(payload))
  receive({ t: 'event', event: 'ticked', payload: { count: 'one' } })
  receive({ t: 'event', event: 'ticked', payload: { more: 2 } })
  receive({ t: 'event', event: 'ticked', payload: { count: 1 } })
  expect([seen, client.counters.malformed]).toEqual([[{ count: 1 }], 2])
})

test('ids are new and of 128 bits', () => {
  const { client, sent } = setUp()
  for (let index = 0; index < 200; index++) void caught(client.call.hang({}))
  expect(new Set(sent().map(({ id }) => id)).size).toBe(200)
  for (const { id } of sent()) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/)
  client.destroy()
})

test('a value that cannot be cloned never reaches the transport', async () => {
  const { client, sent } = setUp()
  const error = await caught(client.call.echo({ value: () => 1 }))
  expect([(error as BaseError).code, sent()]).toEqual([1013, []])
})
