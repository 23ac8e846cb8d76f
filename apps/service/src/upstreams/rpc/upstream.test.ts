import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chainSchema } from '../../config/chains.ts'
import { createUpstream } from './upstream.ts'

type Call = { id: number; method: string }
type Reply = Response | ((calls: Call[]) => Response)

const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  })
const answer = (calls: Call[]) => json(calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x2a' })))
const failure = (status: number, headers: Record<string, string> = {}) => json({}, { status, headers })
const rpcError = (code: number) => (calls: Call[]) =>
  json(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code, message: 'no' } })))

let replies: Reply[] = []
/** Every request: when it came, and how many calls it held. */
let requests: { at: number; url: string; calls: number; ping: boolean }[] = []

async function respond(url: string, init: RequestInit): Promise<Response> {
  // A reader that another file of this process has left behind asks its own node, and is not counted.
  if (!new URL(url).hostname.endsWith('.example')) return failure(503)
  const calls = JSON.parse(String(init.body)) as Call[]
  // Several nodes are measured meanwhile.
  const ping = calls[0]?.method === 'net_version'
  requests.push({ at: Date.now(), url, calls: calls.length, ping })
  if (ping) return answer(calls)
  const reply = replies.shift() ?? answer
  return reply instanceof Response ? reply : reply(calls)
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  vi.stubGlobal('fetch', respond)
  replies = []
  requests = []
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const upstreamOf = (...rpcUrls: string[]) =>
  createUpstream(
    chainSchema.parse({
      id: 1,
      name: 'Test',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls,
    }),
    () => Date.now(),
  )

/** Asks once and lets time pass until it is settled. */
async function ask(method = 'eth_blockNumber', upstream = upstreamOf('http://node.example/')) {
  const settled = upstream.request({ method }, new AbortController().signal).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
  await vi.runAllTimersAsync()
  return settled
}
const times = () => requests.map(({ at }) => at)

test('R7-46 a batch holds 1 000 calls, and the next begins another', async () => {
  const upstream = upstreamOf('http://node.example/')
  const { signal } = new AbortController()
  const all = Array.from({ length: 1_001 }, () =>
    upstream.request({ method: 'eth_call', params: [{}, 'latest'] }, signal),
  )
  await vi.runAllTimersAsync()
  expect((await Promise.all(all)).every((result) => result === '0x2a')).toBe(true)
  expect(requests.map(({ calls }) => calls).sort((a, b) => b - a)).toEqual([1_000, 1])
})

describe('a batch that is not answered call by call', () => {
  const resultOf = ({ id, method }: Call) => ({ jsonrpc: '2.0', id, result: `of ${method}` })
  const limited = { jsonrpc: '2.0', id: null, error: { code: -32_005, message: 'too many' } }
  const methods = ['eth_first', 'eth_second', 'eth_third']

  test.each<[string, (calls: Call[]) => unknown[]]>([
    ['leaves the first out', (calls) => calls.slice(1).map(resultOf)],
    [
      "says of the second that it is nobody's",
      (calls) => [resultOf(calls[0] as Call), limited, resultOf(calls[2] as Call)],
    ],
    ['answers the last twice', (calls) => [...calls.slice(1), calls[2] as Call].map(resultOf)],
    ['answers others besides', (calls) => [{ id: -1, method: 'eth_other' }, ...calls].map(resultOf)],
  ])('%s: each call has its own answer', async (_, reply) => {
    replies = [(calls) => json(reply(calls)), (calls) => json(calls.map(resultOf))]
    const upstream = upstreamOf('http://node.example/')
    const { signal } = new AbortController()
    const all = Promise.all(methods.map((method) => upstream.request({ method }, signal)))
    await vi.runAllTimersAsync()
    expect(await all).toEqual(methods.map((method) => `of ${method}`))
  })
})

describe('tries', () => {
  test.each([
    ['R7-51', -1],
    ['R7-52', -32_603],
    ['R7-52', -32_005],
  ])('%s the code %i is tried again', async (_, code) => {
    replies = [rpcError(code)]
    expect(await ask()).toEqual({ result: '0x2a' })
    expect(requests).toHaveLength(2)
  })

  test.each([3, -32_000, -32_602])('the code %i is an answer', async (code) => {
    replies = [rpcError(code)]
    expect(await ask()).toHaveProperty('error')
    expect(requests).toHaveLength(1)
  })

  test.each([403, 408, 413, 429, 500, 502, 503, 504])(
    'R7-53 the status %i is tried again',
    async (status) => {
      replies = [failure(status)]
      expect(await ask()).toEqual({ result: '0x2a' })
      expect(requests).toHaveLength(2)
    },
  )

  test.each([400, 401, 404, 422])('R7-53 the status %i is not', async (status) => {
    replies = [failure(status)]
    expect(await ask()).toHaveProperty('error')
    expect(requests).toHaveLength(1)
  })

  const refusal = { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Must be authenticated' } }
  test.each([
    ['with one error for the whole batch', () => json(refusal, { status: 401 })],
    [
      'with an error for each call',
      (calls: Call[]) =>
        json(
          calls.map(() => refusal),
          { status: 404 },
        ),
    ],
    [
      'without a body',
      () => new Response('', { status: 400, headers: { 'content-type': 'application/json' } }),
    ],
    ['with a page', () => new Response('<h1>no</h1>', { status: 402 })],
    ['with null', () => json(null, { status: 400 })],
  ])('R7-53 a 4xx %s is asked for once', async (_, reply) => {
    replies = [reply]
    expect(await ask()).toHaveProperty('error')
    expect(requests).toHaveLength(1)
  })

  test.each([200, 400])(
    'one error of status %i for a whole batch is the answer to each call',
    async (status) => {
      replies = [() => json(refusal, { status })]
      expect(await ask()).toMatchObject({ error: { code: -32_600 } })
      expect(requests).toHaveLength(1)
    },
  )

  test('R7-53 of several nodes only those whose failure may pass are asked again', async () => {
    replies = [failure(401), failure(503), failure(503)]
    expect(await ask('eth_blockNumber', upstreamOf('http://a.example/', 'http://b.example/'))).toEqual({
      result: '0x2a',
    })
    const own = requests.filter(({ ping }) => !ping)
    expect(own.map(({ url }) => url)).toEqual([
      'http://a.example/',
      'http://b.example/',
      'http://b.example/',
      'http://b.example/',
    ])
  })

  test('R7-54 a node that asks for an hour is not waited for', async () => {
    replies = [failure(429, { 'retry-after': '3600' })]
    expect(await ask()).toHaveProperty('error')
    expect(times()).toEqual([0])
    expect(Date.now()).toBeLessThan(10_000)
  })

  test('R7-54 the pause is what Retry-After says', async () => {
    replies = [failure(429, { 'retry-after': '7' })]
    expect(await ask()).toEqual({ result: '0x2a' })
    expect(times()).toEqual([0, 7_000])
  })

  test('R7-55 R7-56 else the pause grows from 150 ms, three times, and then it fails', async () => {
    replies = [failure(500), failure(500), failure(500), failure(500)]
    expect(await ask()).toHaveProperty('error')
    expect(times()).toEqual([0, 150, 450, 1_050])
  })

  test('a raw transaction is sent once', async () => {
    replies = [failure(500)]
    expect(await ask('eth_sendRawTransaction')).toHaveProperty('error')
    expect(requests).toHaveLength(1)
  })
})
