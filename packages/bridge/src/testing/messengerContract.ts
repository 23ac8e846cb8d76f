import { BaseError } from '@latchkey/errors'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createClient } from '../createClient.ts'
import { createServer, type Server, type ServerOptions } from '../createServer.ts'
import {
  BridgeRateLimitError,
  CallAbortedError,
  CallTimeoutError,
  ConnectionClosedError,
  InternalError,
  InvalidParamsError,
  MessageTooLargeError,
  UnknownMethodError,
} from '../wire/errors.ts'
import type { Messenger } from '../wire/portMessenger.ts'
import { type SampleContract, SampleDoubtError, SampleError, sampleContract } from './sampleContract.ts'
import { createSampleHandlers, SECRET } from './sampleHandlers.ts'
import { waitUntil } from './waitUntil.ts'

/** Two connected messengers, and how to take them down. */
export type MessengerPair = { near: Messenger; far: Messenger; dispose?: () => void }

type Fixture = {
  pair: MessengerPair
  client: Client<SampleContract>
  server: Server<SampleContract>
  sample: ReturnType<typeof createSampleHandlers>
}

/** A call must reject with a BaseError; returns it. */
async function rejection(promise: Promise<unknown>): Promise<BaseError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (!('error' in outcome)) throw new Error('The call was answered')
  if (!(outcome.error instanceof BaseError)) throw new Error('The error has no code')
  return outcome.error
}

/**
 * What holds over every transport. Run it from a `*.test.ts` of the transport.
 *
 * @example
 * runMessengerContract('MessageChannel', async () => {
 *   const { port1, port2 } = new MessageChannel()
 *   return { near: portMessenger(port1), far: portMessenger(port2) }
 * })
 */
export function runMessengerContract(name: string, makePair: () => Promise<MessengerPair>): void {
  describe(`messenger contract over ${name}`, () => {
    let fixture: Fixture
    const setUp = async (limits: ServerOptions['limits'] = {}) => {
      const pair = await makePair()
      const sample = createSampleHandlers()
      const { handlers, onError } = sample
      const options = { origin: 'https://host.example', limits, onError }
      const server = createServer(sampleContract, pair.far, handlers, options)
      // An answer that must come has time to come.
      const client = createClient(sampleContract, pair.near, { abortGrace: 60_000 })
      fixture = { pair, server, sample, client }
      return fixture
    }
    beforeEach(() => setUp().then(() => undefined))
    afterEach(() => {
      fixture.client.destroy()
      fixture.server.destroy()
      fixture.pair.dispose?.()
    })

    answers(() => fixture)
    endings(() => fixture)
    limitTests(() => fixture, setUp)
  })
}

function answers(get: () => Fixture) {
  test('a call is answered by its handler', async () => {
    expect(await get().client.call.add({ a: 2, b: 3 })).toEqual({ sum: 5 })
  })
  test('many calls at once each get their own answer', async () => {
    const calls = Array.from({ length: 20 }, (_, index) => get().client.call.add({ a: index, b: 1 }))
    expect(await Promise.all(calls)).toEqual(calls.map((_, index) => ({ sum: index + 1 })))
  })
  test('params reach the handler deeply frozen', async () => {
    const value = { list: [{ deep: 'text' }] }
    expect(await get().client.call.echo({ value })).toEqual({ value })
    expect(get().sample.frozen).toEqual([true])
  })
  test('the handler knows the origin of the handshake', async () => {
    const call = get()
      .client.call.hang({}, { timeout: null })
      .catch(() => undefined)
    await waitUntil(() => get().sample.hanging.length === 1)
    expect(get().sample.hanging[0]?.origin).toBe('https://host.example')
    get().client.destroy()
    await call
  })
  test('events reach every listener until it stops', async () => {
    const counts: number[] = []
    const stop = get().client.on('ticked', ({ count }) => counts.push(count))
    get().server.emit('ticked', { count: 1 })
    await waitUntil(() => counts.length === 1)
    stop()
    get().server.emit('ticked', { count: 2 })
    await get().client.call.add({ a: 1, b: 1 })
    expect(counts).toEqual([1])
  })
  test('what waits before the first listener is not lost', async () => {
    const { near, far } = get().pair
    const seen: unknown[] = []
    const stop = near.subscribe((data) => seen.push(data))
    far.post({ hello: 'there' })
    await waitUntil(() => seen.length === 1)
    stop()
    expect(seen).toEqual([{ hello: 'there' }])
  })
  test('a typed error arrives with its code and data, and nothing else', async () => {
    const error = await rejection(get().client.call.fail({ how: 'typed' }))
    expect([error.code, error.shortMessage, error.data]).toEqual([
      SampleError.code,
      SampleError.defaultMessage,
      { retryAfter: 3 },
    ])
    expect(error.message + error.stack).not.toContain(SECRET)
  })
  test.each(['foreign', 'badResult'] as const)('a bug of the handler (%s) leaks nothing', async (how) => {
    const error = await rejection(get().client.call.fail({ how }))
    expect([error.code, error.shortMessage]).toEqual([InternalError.code, 'An error occurred'])
    expect(error.message + error.stack).not.toContain(SECRET)
    expect(get().sample.foreignErrors).toHaveLength(1)
  })
  test('params against the contract are refused', async () => {
    const params = { a: 1, b: 'two', c: 3 } as unknown as { a: number; b: number }
    expect((await rejection(get().client.call.add(params))).code).toBe(InvalidParamsError.code)
  })
  test('a method that only one side knows is refused', async () => {
    const { near } = get().pair
    const wider = {
      ...sampleContract,
      methods: { ...sampleContract.methods, newer: sampleContract.methods.hang },
    }
    const client = createClient(wider, near)
    expect((await rejection(client.call.newer({}))).code).toBe(UnknownMethodError.code)
  })
}

function endings(get: () => Fixture) {
  test('an abort settles the call and reaches the handler', async () => {
    const { client, sample } = get()
    const controller = new AbortController()
    const call = rejection(client.call.hang({}, { signal: controller.signal }))
    await waitUntil(() => sample.hanging.length === 1)
    expect(sample.hanging[0]?.signal.aborted).toBe(false)
    controller.abort()
    expect(await call).toBeInstanceOf(CallAbortedError)
    await waitUntil(() => sample.hanging[0]?.signal.aborted === true)
  })
  test('a call whose signal is aborted already is never sent', async () => {
    const call = get().client.call.hang({}, { signal: AbortSignal.abort() })
    expect(await rejection(call)).toBeInstanceOf(CallAbortedError)
    expect(get().sample.hanging).toEqual([])
  })
  test('a call settles on its time-out and the handler hears of it', async () => {
    const { client, sample } = get()
    expect(await rejection(client.call.hang({}, { timeout: 30 }))).toBeInstanceOf(CallTimeoutError)
    await waitUntil(() => sample.hanging[0]?.signal.aborted === true)
  })
  test('an aborted approval still takes the signature that exists', async () => {
    const { client, sample } = get()
    const controller = new AbortController()
    const call = client.call.approve({}, { signal: controller.signal })
    await waitUntil(() => sample.approvals.length === 1)
    controller.abort()
    sample.approvals[0]?.sign('0x01')
    expect(await call).toEqual({ signature: '0x01' })
  })
  test('an aborted approval that its handler gives up is aborted', async () => {
    const { client, sample } = get()
    const controller = new AbortController()
    const call = rejection(client.call.approve({}, { signal: controller.signal }))
    await waitUntil(() => sample.approvals.length === 1)
    controller.abort()
    await waitUntil(() => sample.approvals[0]?.context.signal.aborted === true)
    sample.approvals[0]?.decline(new Error(SECRET))
    expect((await call).code).toBe(CallAbortedError.code)
  })
  test.each([
    ['a doubt about what happened outlives the abort', new SampleDoubtError(), SampleDoubtError.code],
    ['any other error of its own does not', new SampleError(), CallAbortedError.code],
  ])('an aborted approval: %s', async (_, error, code) => {
    const { client, sample } = get()
    const controller = new AbortController()
    const call = rejection(client.call.approve({}, { signal: controller.signal }))
    await waitUntil(() => sample.approvals.length === 1)
    controller.abort()
    await waitUntil(() => sample.approvals[0]?.context.signal.aborted === true)
    sample.approvals[0]?.decline(error)
    expect((await call).code).toBe(code)
  })
  test('an aborted approval settles although its handler never answers', async () => {
    const { pair, sample } = get()
    const client = createClient(sampleContract, pair.near, { abortGrace: 200 })
    const controller = new AbortController()
    const call = rejection(client.call.approve({}, { signal: controller.signal }))
    await waitUntil(() => sample.approvals.length === 1)
    controller.abort()
    expect(await call).toBeInstanceOf(CallAbortedError)
  })
  test.each(['client', 'server', 'near', 'far'] as const)('when %s ends, everything settles', async (who) => {
    const { client, server, pair, sample } = get()
    const calls = [client.call.hang({}, { timeout: null }), client.call.approve({})].map(rejection)
    await waitUntil(() => sample.hanging.length + sample.approvals.length === 2)
    if (who === 'client') client.destroy()
    else if (who === 'server') server.destroy()
    else pair[who].close()
    for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(ConnectionClosedError)
    await Promise.all([client.closed, server.closed, pair.near.closed, pair.far.closed])
    expect(sample.hanging[0]?.signal.aborted).toBe(true)
    expect(await rejection(client.call.add({ a: 1, b: 1 }))).toBeInstanceOf(ConnectionClosedError)
    expect(() => server.emit('ticked', { count: 1 })).not.toThrow()
  })
}

function limitTests(get: () => Fixture, setUp: (limits: ServerOptions['limits']) => Promise<Fixture>) {
  test('params above the limit are not sent, and a server with less refuses them', async () => {
    const value = 'x'.repeat(300_000)
    expect(await rejection(get().client.call.echo({ value }))).toBeInstanceOf(MessageTooLargeError)
    get().client.destroy()
    const { client, server } = await setUp({ maxMessageBytes: 1_000 })
    const error = await rejection(client.call.echo({ value: 'x'.repeat(2_000) }))
    expect([error.code, server.counters.tooLarge]).toEqual([MessageTooLargeError.code, 1])
  })
  test('twenty calls run at once, the next is refused, approvals apart', async () => {
    const { client, sample } = get()
    const running = Array.from({ length: 20 }, () => rejection(client.call.hang({}, { timeout: null })))
    await waitUntil(() => sample.hanging.length === 20)
    expect((await rejection(client.call.hang({}))).code).toBe(BridgeRateLimitError.code)
    const approval = client.call.approve({})
    await waitUntil(() => sample.approvals.length === 1)
    sample.approvals[0]?.sign('0x02')
    expect(await approval).toEqual({ signature: '0x02' })
    client.destroy()
    await Promise.all(running)
  })
  test('10 000 messages: each settles, by an answer or by the rate limit', async () => {
    const { client, server } = get()
    const calls = Array.from({ length: 10_000 }, () =>
      client.call.add({ a: 1, b: 1 }, { timeout: null }).then(
        () => 'answered',
        (error: BaseError) => error.code,
      ),
    )
    const outcomes = await Promise.all(calls)
    const answered = outcomes.filter((outcome) => outcome === 'answered').length
    const limited = outcomes.filter((outcome) => outcome === BridgeRateLimitError.code).length
    expect(answered + limited).toBe(10_000)
    expect(answered).toBeGreaterThanOrEqual(100)
    expect(server.counters.rateLimited).toBe(limited)
  })
  test('10 000 calls in turn are answered when the limits allow it', async () => {
    get().client.destroy()
    const { client } = await setUp({ messagesPerSecond: 1e9, burst: 1e9 })
    for (let index = 0; index < 10_000; index++) await client.call.add({ a: index, b: 1 })
    expect(await client.call.add({ a: 1, b: 2 })).toEqual({ sum: 3 })
  })
  test.each([
    ['an own __proto__', JSON.parse('{"__proto__":{"polluted":true}}')],
    ['a constructor', { constructor: 1 }],
    ['a deep prototype', [[{ prototype: {} }]]],
  ])('a message with %s key is dropped and counted', async (_name, value) => {
    const { pair, server, client } = get()
    pair.near.post({ t: 'call', id: 'a'.repeat(22), method: 'echo', params: { value } })
    await waitUntil(() => server.counters.unsafeKey === 1)
    expect(client.counters).toEqual({
      malformed: 0,
      unsafeKey: 0,
      tooLarge: 0,
      rateLimited: 0,
      unknownTarget: 0,
    })
    expect(await rejection(client.call.echo({ value }))).toBeInstanceOf(InvalidParamsError)
  })
}
