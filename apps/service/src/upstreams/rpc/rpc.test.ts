import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as protocol from '@latchkey/protocol/http'
import { keccak256 } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { problemCode } from '../../testing/createDevice.ts'
import { API, createTestService, HOST, type TestService, WALLET } from '../../testing/createTestService.ts'
import { scoreOf } from './upstream.ts'

type Call = { id: number; method: string; params?: unknown[] }
type Reply = { status?: number; headers?: Record<string, string>; answer?: (call: Call) => object }

let node: Server
let requests: Call[][] = []
let replies: Reply[] = []
let service: TestService

const local = { id: 31_337, name: 'Local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }

beforeAll(async () => {
  node = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[]
    const calls = Array.isArray(body) ? body : [body]
    // What is measured of several upstreams goes elsewhere, at any time.
    const isCounted = request.url === '/'
    if (isCounted) requests.push(calls)
    const reply = isCounted ? replies.shift() : undefined
    const { status = 200, headers = {}, answer = () => ({ result: '0x2a' }) } = reply ?? {}
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    const results = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, ...answer(call) }))
    response.end(JSON.stringify(status === 200 ? (Array.isArray(body) ? results : results[0]) : {}))
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  const dead = 'http://127.0.0.1:1'
  service = await createTestService({
    chains: [
      { ...local, rpcUrls: [url] },
      { ...local, id: 2, rpcUrls: [dead, `${url}/ranked`] },
      { ...local, id: 3, rpcUrls: [dead] },
    ],
    limits: { rpcCallsPerMinute: 150, guestCallsPerMinute: 30 },
  })
})
afterAll(async () => {
  await service.stop()
  node.closeAllConnections()
  await new Promise((resolve) => node.close(resolve))
})
beforeEach(() => {
  requests = []
  replies = []
  service.advance(61_000)
})

const block = { jsonrpc: '2.0', id: 7, method: 'eth_blockNumber' }
async function post(
  body: unknown,
  options: { chain?: string; origin?: string; type?: string; project?: string } = {},
) {
  const { chain = 'eip155:31337', origin = WALLET, type = 'text/plain', project = 'demo' } = options
  const answer = await service.app.request(`${API}/v1?chainId=${chain}&projectId=${project}`, {
    method: 'POST',
    headers: { 'content-type': type, origin },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  }
}

test('R7-45 a call is answered under its own id, for the frame and for a site of the project', async () => {
  for (const origin of [WALLET, HOST]) {
    const answer = await post(block, { origin })
    expect(answer.body).toEqual({ jsonrpc: '2.0', id: 7, result: '0x2a' })
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  }
  expect((await post(block, { type: 'application/json' })).status).toBe(200)
})

test('a batch goes on as one batch', async () => {
  replies = [{ answer: ({ method }) => ({ result: method }) }]
  const { body } = await post([
    block,
    { ...block, id: 'b', method: 'eth_gasPrice' },
    { ...block, id: 9, method: 'anvil_setBalance' },
  ])
  expect(body).toEqual([
    { jsonrpc: '2.0', id: 7, result: 'eth_blockNumber' },
    { jsonrpc: '2.0', id: 'b', result: 'eth_gasPrice' },
    { jsonrpc: '2.0', id: 9, error: expect.objectContaining({ code: -32004, data: { code: 4402 } }) },
  ])
  expect(requests).toHaveLength(1)
})

test('answers that are too long together are refused, though equal calls are asked once', async () => {
  replies = [{ answer: () => ({ result: `0x${'a'.repeat(4_000_000)}` }) }]
  const { status, body } = await post(Array.from({ length: 9 }, (_, id) => ({ ...block, id })))
  expect([status, problemCode({ body } as never)]).toEqual([400, protocol.InvalidRequestError.code])
})

test.each([
  'anvil_setBalance',
  'debug_traceCall',
  'admin_peers',
  'eth_sendTransaction',
  'eth_sign',
  'personal_sign',
  'evm_mine',
  'constructor',
])('R8-66 %s is not passed on', async (method) => {
  const { status, body } = await post({ ...block, method })
  expect(status).toBe(200)
  expect(body.error).toMatchObject({ code: -32004 })
  expect(requests).toHaveLength(0)
})

test('eth_simulateV1 is passed on with its parameters', async () => {
  await post({ ...block, method: 'eth_simulateV1', params: [{ blockStateCalls: [] }, 'latest'] })
  expect(requests[0]?.[0]).toMatchObject({
    method: 'eth_simulateV1',
    params: [{ blockStateCalls: [] }, 'latest'],
  })
})

test("the node's error comes back with code, message and data", async () => {
  const error = { code: 3, message: 'execution reverted: no', data: '0x08c379a0' }
  replies = [{ answer: () => ({ error }) }]
  const { status, body } = await post({ ...block, method: 'eth_call', params: [] })
  expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 7, error }])
})

test('R7-53 R7-54 429 is tried again after Retry-After, 500 after a growing pause', async () => {
  replies = [{ status: 429, headers: { 'retry-after': '0' } }, { status: 500 }]
  expect((await post(block)).body.result).toBe('0x2a')
  expect(requests).toHaveLength(3)
})

test('R7-53 400 is not tried again', async () => {
  replies = [{ status: 400 }]
  expect((await post(block)).status).toBe(502)
  expect(requests).toHaveLength(1)
})

test('R5-13 gas is estimated on networks of the namespace eip155 alone', async () => {
  const estimate = { ...block, method: 'eth_estimateGas', params: [{}] }
  expect((await post(estimate)).body.result).toBe('0x2a')
  for (const chain of [
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'bip122:000000000019d6689c085ae165831e93',
    '31337',
  ])
    expect(problemCode(await post(estimate, { chain }))).toBe(protocol.UnknownNetworkError.code)
  expect(requests).toHaveLength(1)
})

test('a raw transaction is sent once, and one that the node has already counts as sent', async () => {
  const raw = '0x02c0'
  const send = { ...block, method: 'eth_sendRawTransaction', params: [raw] }
  replies = [{ status: 500 }]
  expect((await post(send)).status).toBe(502)
  expect(requests).toHaveLength(1)
  replies = [{ answer: () => ({ error: { code: -32000, message: 'already known' } }) }]
  expect((await post(send)).body.result).toBe(keccak256(raw))
  replies = [{ answer: () => ({ error: { code: -32000, message: 'nonce too low' } }) }]
  expect((await post(send)).body.error).toMatchObject({ message: 'nonce too low' })
})

test('another upstream takes over from a dead one', async () => {
  expect((await post(block, { chain: 'eip155:2' })).body.result).toBe('0x2a')
})

test('a stopped network is a readable problem', async () => {
  const answer = await post(block, { chain: 'eip155:3' })
  expect([answer.status, problemCode(answer)]).toEqual([502, protocol.ChainUnavailableError.code])
  expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1')
})

test.each([
  ['an unknown network', { chain: 'eip155:999' }, 404, 4400],
  ['an unknown project', { project: 'nobody' }, 404, 4010],
  ['a hidden origin', { origin: 'null' }, 403, 4011],
  ['a form', { type: 'multipart/form-data' }, 415, 4006],
])('refuses %s', async (_, options, status, code) => {
  const answer = await post(block, options)
  expect([answer.status, problemCode(answer)]).toEqual([status, code])
  expect(requests).toHaveLength(0)
})

test.each([
  ['nonsense', '{'],
  ['no batch', '[]'],
  ['a notification', { jsonrpc: '2.0', method: 'eth_blockNumber' }],
  ['an extra member', { ...block, x: 1 }],
  ['another version', { ...block, jsonrpc: '1.0' }],
  ['1 001 calls', Array(1_001).fill(block)],
])('refuses %s', async (_, body) => {
  expect(problemCode(await post(body))).toBe(protocol.InvalidRequestError.code)
})

test('one place has a limit on calls, batched or not', async () => {
  expect((await post(Array(100).fill(block))).status).toBe(200)
  const refused = await post(Array(100).fill(block))
  expect([refused.status, problemCode(refused)]).toEqual([429, protocol.RateLimitedError.code])
  expect(refused.headers.get('retry-after')).toBeTruthy()
})

const GUEST = 'http://guest.localhost:5173'

test('R5-48 a site that is not on the list still reads the network for external wallets', async () => {
  const answer = await post([block, { ...block, id: 8, method: 'eth_getBalance' }], { origin: GUEST })
  expect(answer.body).toMatchObject([{ result: '0x2a' }, { result: '0x2a' }])
  expect(answer.headers.get('access-control-allow-origin')).toBe(GUEST)
  const preflight = (project: string, origin: string) =>
    service.app.request(`${API}/v1?chainId=eip155:31337&projectId=${project}`, {
      method: 'OPTIONS',
      headers: { origin },
    })
  expect((await preflight('demo', GUEST)).headers.get('access-control-allow-origin')).toBe(GUEST)
  expect((await preflight('nobody', GUEST)).status).toBe(403)
  expect((await preflight('demo', 'null')).status).toBe(403)
})

test.each(['eth_sendRawTransaction', 'eth_simulateV1', 'eth_sendUserOperation', 'eth_supportedEntryPoints'])(
  'R5-48 %s is for the sites on the list',
  async (method) => {
    const { status, body } = await post([block, { ...block, id: 8, method, params: ['0x02c0'] }], {
      origin: GUEST,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject([{ result: '0x2a' }, { error: { code: -32004, data: { code: 4402 } } }])
    expect(requests.flat().map((call) => call.method)).toEqual(['eth_blockNumber'])
  },
)

test('R5-48 sites that are not on the list have limits of their own, one place and all of a project', async () => {
  const batch = (count: number, origin: string) => post(Array(count).fill(block), { origin })
  expect((await batch(20, GUEST)).status).toBe(200)
  const refused = await batch(20, GUEST)
  expect([refused.status, problemCode(refused)]).toEqual([429, protocol.RateLimitedError.code])
  expect(refused.headers.get('retry-after')).toBeTruthy()
  // The project's own sites have theirs.
  expect((await batch(20, HOST)).status).toBe(200)
})

test('the list of origins is for the sites on it; others are told so', async () => {
  const ask = (origin: string) =>
    service.app.request(`${API}/projects/v1/origins?projectId=demo`, { headers: { origin } })
  const listed = await ask(HOST)
  expect(await listed.json()).toEqual({ allowedOrigins: [HOST] })
  const other = await ask('https://evil.example')
  expect([other.status, problemCode({ body: await other.json() })]).toEqual([403, 4011])
  expect(other.headers.get('access-control-allow-origin')).toBe('https://evil.example')
})

test('R7-50 upstreams are scored by stability first, then by speed', () => {
  const samples = (latency: number, successes: number) =>
    Array.from({ length: 10 }, (_, index) => ({ latency, success: index < successes }))
  expect(scoreOf(samples(100, 10), 100)).toBeCloseTo(0.7)
  expect(scoreOf(samples(50, 10), 100)).toBeCloseTo(0.85)
  expect(scoreOf(samples(10, 5), 100)).toBeCloseTo(0.62)
  expect(scoreOf(samples(1, 0), 100)).toBe(0)
})

test('a body that is no call counts as one', async () => {
  const statuses = new Set<number>()
  for (let at = 0; at < 151; at++) statuses.add((await post('[')).status)
  expect([...statuses]).toEqual([400, 429])
})
