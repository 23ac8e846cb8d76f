import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { askService, callService, type Service } from './callService.ts'
import { getAccountHistory } from './chainData.ts'
import { askChain, callChain } from './chainRpc.ts'

type Reply = { status?: number; text?: string; never?: 'headers' | 'body' }
type Asked = { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }

const read = defineRoute({
  method: 'GET',
  path: '/things/:id/part',
  body: () => z.strictObject({}),
  reply: () => z.strictObject({ size: z.int() }),
  auth: 'none',
})
const write = defineRoute({
  ...read,
  method: 'POST',
  body: () => z.strictObject({ size: z.int() }),
  reply: () => read.reply,
})

let server: Server
let service: Service
let reply: Reply
const asked: Asked[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    const { status = 200, text = '{"size":7}', never } = reply
    if (never === 'headers') return
    response.writeHead(status, { 'DPoP-Nonce': 'n1' })
    if (never) response.write('{')
    else response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  service = { apiOrigin: `http://127.0.0.1:${port}`, query: { projectId: 'a b' } }
})
beforeEach(() => {
  reply = {}
  asked.length = 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const params = { id: '../x' }
const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

describe('a call by its contract', () => {
  it('fills path and query, escapes both, and gives the reply', async () => {
    expect(await callService(service, read, { params, query: { q: '&' } })).toEqual({ size: 7 })
    expect(asked).toMatchObject([{ method: 'GET', url: '/things/..%2Fx/part?projectId=a+b&q=%26', body: '' }])
    expect(asked[0]?.headers['content-type']).toBeUndefined()
  })

  it('sends a body as JSON, and an empty object where there is none', async () => {
    await callService(service, write, { params, body: { size: 3 } })
    await callService(service, write, { params })
    expect(asked.map(({ body }) => body)).toEqual(['{"size":3}', '{}'])
    expect(asked[0]?.headers['content-type']).toBe('application/json')
  })

  it('has headers made for the very request that goes out', async () => {
    const headers = async (request: object) => ({ 'x-proof': JSON.stringify(request) })
    await callService(service, write, { params, body: { size: 3 }, headers })
    expect(JSON.parse(String(asked[0]?.headers['x-proof']))).toEqual({
      method: 'POST',
      url: `${service.apiOrigin}/things/..%2Fx/part?projectId=a+b`,
      body: '{"size":3}',
    })
  })

  it('sends no cookie, and of the page its origin at most', async () => {
    const inits: RequestInit[] = []
    const fetch = async (_: string, init: RequestInit) => {
      inits.push(init)
      return new Response('{"size":7}')
    }
    await callService({ ...service, fetch }, read)
    await callService({ ...service, fetch, init: { redirect: 'error', referrerPolicy: 'no-referrer' } }, read)
    expect(inits).toMatchObject([
      { credentials: 'omit', referrerPolicy: 'strict-origin' },
      { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' },
    ])
  })
})

describe('a refusal', () => {
  const text = '{"error":{"code":4300,"message":"None.","data":{"retryAfter":2}}}'

  it('is an error with the code, the sentence and the facts of the service', async () => {
    reply = { status: 404, text }
    const error = await caught(callService(service, read))
    expect(error).toMatchObject({ code: 4300, shortMessage: 'None.', data: { retryAfter: 2 } })
  })

  it('is an answer for whoever asks for the answer, with its status and headers', async () => {
    reply = { status: 404, text }
    const answer = await askService(service, read)
    expect(answer).toMatchObject({ kind: 'refused', status: 404, error: { code: 4300 } })
    expect(answer.headers.get('dpop-nonce')).toBe('n1')
    reply = { status: 502, text: '<html>' }
    expect(await askService(service, read)).toMatchObject({ kind: 'refused', status: 502, error: undefined })
  })

  it.each<[string, Reply]>([
    ['a refusal of somebody else', { status: 502, text: 'Bad gateway' }],
    ['a text that is no JSON', { text: '<html>' }],
    ['no text', { text: '' }],
    ['a reply of another form', { text: '{"size":"7"}' }],
  ])('says that the service is out of reach: %s', async (_, given) => {
    reply = given
    expect(await caught(callService(service, read))).toMatchObject({ code: 4000 })
  })
})

describe('a service of a later version', () => {
  it('is read without what it has added', async () => {
    reply = { text: '{"size":7,"later":1}' }
    expect(await callService(service, read)).toEqual({ size: 7 })
    reply = { status: 404, text: '{"error":{"code":1,"message":"None.","later":1},"later":1}' }
    expect(await caught(callService(service, read))).toMatchObject({ code: 1, shortMessage: 'None.' })
  })

  it('has its activity read by a package of before the networks that are missing were told', async () => {
    const { data, next } = getAccountHistory.reply.shape
    const earlier = { ...getAccountHistory, reply: z.strictObject({ data, next }) }
    reply = { text: '{"data":[],"next":null,"missing":["eip155:1"]}' }
    const answer = await callService(service, earlier, { params: { account: '0x1' } })
    expect(answer).toEqual({ data: [], next: null })
  })
})

describe('nothing hangs', () => {
  it.each(['headers', 'body'] as const)('ends in time without the %s of an answer', async (never) => {
    reply = { never }
    expect(await caught(callService(service, read, { ms: 50 }))).toMatchObject({ code: 4000 })
    const tooLate = () => new RangeError('late')
    expect(await caught(callService(service, read, { ms: 50, tooLate }))).toBeInstanceOf(RangeError)
  })

  it('ends with its signal, before and while it asks', async () => {
    reply = { never: 'headers' }
    const cancelled = () => new RangeError('left')
    expect(
      await caught(callService(service, read, { signal: AbortSignal.abort(), cancelled })),
    ).toMatchObject({ message: 'left' })
    expect(asked).toHaveLength(0)
    const controller = new AbortController()
    const waiting = caught(callService(service, read, { signal: controller.signal }))
    controller.abort(new Error('mine'))
    expect(await waiting).toMatchObject({ message: 'mine' })
  })

  it('reads no more than it shall', async () => {
    reply = { text: `{"size":7}${' '.repeat(100)}` }
    expect(await callService(service, read, { longest: 110 })).toEqual({ size: 7 })
    expect(await caught(callService(service, read, { longest: 109 }))).toMatchObject({ code: 4000 })
  })

  it('says that the service is out of reach when nobody listens', async () => {
    const nobody = { apiOrigin: 'http://127.0.0.1:1' }
    expect(await caught(callService(nobody, read))).toMatchObject({
      code: 4000,
      cause: { name: 'TypeError' },
    })
  })
})

describe('calls of a network', () => {
  it('R7-45 a JSON-RPC call goes to /v1, alone or in a batch of a thousand at most', () => {
    expect(callChain).toMatchObject({ method: 'POST', path: '/v1' })
    const takes = (count: number) =>
      callChain.body.safeParse(Array(count).fill({ jsonrpc: '2.0', id: 1, ...block })).success
    expect([takes(1), takes(1_000), takes(1_001)]).toEqual([true, true, false])
  })

  const block = { method: 'eth_blockNumber', params: [] }
  const ask = (count: number) =>
    askChain(service, Array(count).fill(block), { query: { chainId: 'eip155:1' } })

  it('sends one call alone, without a preflight', async () => {
    reply = { text: '{"jsonrpc":"2.0","id":0,"result":null,"node":1}' }
    expect(await ask(1)).toMatchObject({ kind: 'reply', reply: [{ result: null }] })
    expect(asked).toMatchObject([
      {
        url: '/v1?projectId=a+b&chainId=eip155%3A1',
        body: '{"jsonrpc":"2.0","id":0,"method":"eth_blockNumber","params":[]}',
      },
    ])
    expect(asked[0]?.headers['content-type']).toMatch(/^text\/plain/)
  })

  it('puts the answers of a batch in the order of its calls', async () => {
    const error = { code: 3, message: 'reverted', data: '0x' }
    reply = {
      text: JSON.stringify([
        { jsonrpc: '2.0', id: 2, error },
        { jsonrpc: '2.0', id: 0, result: 1 },
      ]),
    }
    expect(await ask(3)).toMatchObject({ reply: [{ result: 1 }, undefined, { error }] })
  })

  it.each<[string, number, string]>([
    ['a list for one call', 1, '[]'],
    ['one answer for two calls', 2, '{"jsonrpc":"2.0","id":0,"result":1}'],
    ['another protocol', 1, '{"id":0,"result":1}'],
  ])('takes %s for no answer', async (_, count, text) => {
    reply = { text }
    expect(await ask(count)).toMatchObject({ kind: 'unreadable' })
  })
})
