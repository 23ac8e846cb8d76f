import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  NotFoundError,
  OriginNotAllowedError,
  RateLimitedError,
  UnknownNetworkError,
  UnknownProjectError,
} from '@latchkey/protocol/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveHttp } from '../serveHttp.ts'
import { askAsPage, codeOf, type PageRequest } from '../testing/askAsPage.ts'
import { API, createTestService, HOST, type TestService, WALLET } from '../testing/createTestService.ts'

const TOKEN = 'an-admin-token-of-the-test'
const LIMIT = 3
let service: TestService
beforeAll(async () => {
  service = await createTestService({
    config: { adminToken: TOKEN },
    limits: {
      apiCallsPerMinute: LIMIT,
      rpcCallsPerMinute: LIMIT,
      paymasterCallsPerMinute: LIMIT,
      refusedCallsPerMinute: LIMIT,
    },
  })
})
afterAll(() => service.stop())

const EVIL = 'https://evil.example'
const rpc = { method: 'POST', body: { jsonrpc: '2.0', id: 1, method: 'eth_chainId' } } as const
const admin = { headers: { authorization: `Bearer ${TOKEN}` }, origin: null }
let place = 0
/** Calls from one place that nobody has called from before. */
function fromNewPlace() {
  place += 1
  const address = `198.51.100.${place}`
  return (path: string, asked: PageRequest = {}) => askAsPage(service, path, { address, ...asked })
}
const repeat = async <T>(times: number, work: () => Promise<T>) => {
  let last = await work()
  for (let at = 1; at < times; at++) last = await work()
  return last
}
const mayRead = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin')

describe('an answer of too many calls', () => {
  test('can be read by the pages of the project, and by no other', async () => {
    const ask = fromNewPlace()
    const own = await repeat(LIMIT + 1, () => ask('/projects/v1/origins?projectId=demo'))
    expect([codeOf(own), mayRead(own)]).toEqual([RateLimitedError.code, HOST])
    const other = await repeat(LIMIT + 1, () => ask('/projects/v1/origins?projectId=demo', { origin: EVIL }))
    expect([codeOf(other), mayRead(other)]).toEqual([RateLimitedError.code, null])
    const unknown = await ask('/projects/v1/origins?projectId=other')
    expect([codeOf(unknown), mayRead(unknown)]).toEqual([RateLimitedError.code, null])
  })

  test('a page that is not on the list is told so, as long as it does not ask too often', async () => {
    const refused = await fromNewPlace()('/projects/v1/origins?projectId=demo', { origin: EVIL })
    expect([codeOf(refused), mayRead(refused)]).toEqual([OriginNotAllowedError.code, EVIL])
  })
})

describe('a refused call', () => {
  const UNKNOWN_NETWORK = '/v1?chainId=eip155:5&projectId=demo'
  const UNKNOWN_PROJECT = '/v1?chainId=eip155:31337&projectId=other'

  test.each([
    ['of an unknown network', UNKNOWN_NETWORK, UnknownNetworkError],
    ['of an unknown project', UNKNOWN_PROJECT, UnknownProjectError],
  ])(
    '%s uses up nothing of what its place may ask, and is bounded all the same',
    async (_, path, refusal) => {
      const ask = fromNewPlace()
      expect(codeOf(await repeat(LIMIT, () => ask(path, rpc)))).toBe(refusal.code)
      const late = await ask(path, rpc)
      expect([codeOf(late), Number(late.headers.get('retry-after')) > 0]).toEqual([
        RateLimitedError.code,
        true,
      ])
      const good = await repeat(LIMIT, () => ask('/v1?chainId=eip155:31337&projectId=demo', rpc))
      expect(codeOf(good)).not.toBe(RateLimitedError.code)
    },
  )

  test('guesses of the operator’s token are bounded, and leave the operator in', async () => {
    const ask = fromNewPlace()
    const guess = () => ask('/admin/v1/projects/demo', { ...admin, headers: { authorization: 'Bearer x' } })
    expect(codeOf(await repeat(LIMIT, guess))).toBe(NotFoundError.code)
    expect(codeOf(await guess())).toBe(RateLimitedError.code)
    expect((await ask('/admin/v1/projects/demo', admin)).status).toBe(200)
  })
})

describe('an unknown network or project is refused before the body is read', () => {
  /** A body that nobody ends: whoever reads it first waits for ever. */
  const open = (path: string, origin: string | null, method = 'POST', headers = {}) =>
    service.app.request(
      `${API}${path}`,
      {
        method,
        headers: { ...(origin ? { origin } : {}), 'content-type': 'application/json', ...headers },
        body: new ReadableStream(),
        duplex: 'half',
      } as RequestInit,
      { incoming: { socket: { remoteAddress: '198.51.100.250' } } },
    )
  test.each([
    ['/v1?chainId=eip155:5&projectId=demo', HOST, 'POST', UnknownNetworkError],
    ['/paymaster/v1?chainId=eip155:5&projectId=demo', WALLET, 'POST', UnknownNetworkError],
    ['/paymaster/v1?chainId=eip155:31337&projectId=other', WALLET, 'POST', UnknownProjectError],
    ['/admin/v1/projects/other', null, 'PUT', UnknownProjectError],
  ])('%s', { timeout: 60_000 }, async (path, origin, method, refusal) => {
    service.advance(60_000)
    const answer = await open(path, origin, method, origin ? {} : admin.headers)
    expect((await answer.json()).error.code).toBe(refusal.code)
  })
})

describe('by HTTP', () => {
  test('every answer that is known as a whole says its length', async () => {
    service.advance(60_000)
    const { server, close } = serveHttp(service.app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const lengthOf = (path: string, host = API) =>
      new Promise((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, path, headers: { host: new URL(host).host } })
        asked.once('response', (incoming) => {
          const { headers } = incoming.resume()
          resolve([path, headers['transfer-encoding'], Number(headers['content-length']) > 0])
        })
        asked.once('error', reject).end()
      })
    try {
      for (const path of ['/health', '/openapi.json', '/live', '/metrics', '/nowhere'])
        expect(await lengthOf(path)).toEqual([path, undefined, true])
      for (const path of ['/social?provider=google', '/assets/index-abc123.js'])
        expect(await lengthOf(path, WALLET)).toEqual([path, undefined, true])
    } finally {
      server.closeAllConnections()
      await close()
    }
  })
})

describe('the OpenAPI document', () => {
  const OPERATORS = ['/admin/v1/openapi.json', '/admin/v1/projects/{id}', '/metrics']
  const pathsOf = ({ body }: { body: Record<string, unknown> }) => Object.keys(body.paths as object)

  test('for everybody names no route of the operator', async () => {
    const paths = pathsOf(await fromNewPlace()('/openapi.json', { origin: null }))
    expect(paths).toContain('/v1')
    expect(paths.filter((path) => OPERATORS.includes(path) || path.startsWith('/admin'))).toEqual([])
  })

  test('for the operator names all of them, and is there for nobody else', async () => {
    const ask = fromNewPlace()
    const own = await ask('/admin/v1/openapi.json', admin)
    expect(pathsOf(own)).toEqual(expect.arrayContaining([...OPERATORS, '/v1']))
    expect([mayRead(own), own.headers.get('cache-control')]).toEqual([null, 'no-store'])
    expect(codeOf(await ask('/admin/v1/openapi.json', { origin: null }))).toBe(NotFoundError.code)
  })

  test('is not sent again to whoever has it', async () => {
    const ask = fromNewPlace()
    const etag = (await ask('/openapi.json', { origin: null })).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{20,}"$/)
    const again = await ask('/openapi.json', { origin: null, headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.get('etag'), again.headers.get('content-length')]).toEqual([
      304,
      etag,
      null,
    ])
    const changed = await ask('/openapi.json', { origin: null, headers: { 'if-none-match': '"other"' } })
    expect(changed.status).toBe(200)
  })
})
