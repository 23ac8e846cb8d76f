import { type EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { serve } from '@hono/node-server'
import { ChainBusyError, ChainUnavailableError } from '@latchkey/protocol/http'
import { afterEach, expect, test } from 'vitest'
import type { Limits } from '../../config/Limits.ts'
import { createTestService, HOST } from '../../testing/createTestService.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A node that takes requests, and answers when the test says so. */
async function startNode() {
  const open = new Set<ServerResponse>()
  let most = 0
  const server = createServer((incoming: IncomingMessage, response) => {
    incoming.resume()
    open.add(response)
    most = Math.max(most, open.size)
    response.once('close', () => open.delete(response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, server, open, most: () => most }
}

/** The service on a port of its own, with a network whose one node, and whose one bundler, is silent. */
async function startService(url: string, limits: Partial<Limits>) {
  const service = await createTestService({
    chains: [
      {
        id: 1,
        name: 'Silent',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [url],
        bundlerUrls: [url],
      },
    ],
    limits: { rpcCallsPerMinute: 100_000, ...limits },
  })
  const server = serve({ fetch: service.app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  ends.push(async () => {
    server.close()
    await service.stop()
  })
  return { port: (server.address() as AddressInfo).port, server }
}

type Answer = { status: number; code: number | undefined; retryAfter: string | undefined }

function ask(port: number, method: string, params: unknown[] = []) {
  const outgoing = request({
    port,
    host: '127.0.0.1',
    agent: false,
    method: 'POST',
    path: '/v1?chainId=eip155:1&projectId=demo',
    headers: { host: 'api.localhost:8787', origin: HOST, 'content-type': 'application/json' },
  })
  const answered = new Promise<Answer>((resolve, reject) => {
    outgoing.once('error', reject)
    outgoing.once('response', async (incoming) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const body = JSON.parse(Buffer.concat(chunks).toString())
      const { statusCode: status = 0, headers } = incoming
      resolve({ status, code: body.error?.code, retryAfter: headers['retry-after'] })
    })
  })
  outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  return { answered, leave: () => outgoing.destroy() }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Resolves when so many more requests have come in. */
const arrivals = (server: EventEmitter, count: number) =>
  new Promise<void>((resolve) => {
    let left = count
    const look = () => {
      left -= 1
      if (left > 0) return
      server.off('request', look)
      resolve()
    }
    server.on('request', look)
  })

test.each([
  [1_000, 'node', 'eth_blockNumber', []],
  [200, 'bundler', 'eth_getUserOperationReceipt', [`0x${'ab'.repeat(32)}`]],
])(
  'of %i callers of a silent %s every one is answered',
  async (count, _, method, params) => {
    const node = await startNode()
    const { port, server } = await startService(node.url, {
      rpcTry: 500,
      rpcTotal: 3_000,
      rpcPatience: 500,
      rpcWaiting: 100,
    })
    collectGarbage()
    const asked: Promise<Answer>[] = []
    while (asked.length < count) {
      // The operating system's queue of new connections is short.
      const arrived = arrivals(server, 50)
      asked.push(...Array.from({ length: 50 }, () => ask(port, method, params).answered))
      await arrived
    }
    collectGarbage()
    const answers = await Promise.all(asked)
    const { code: unavailable } = ChainUnavailableError
    const { code: busy } = ChainBusyError
    for (const { code, status, retryAfter } of answers)
      expect([
        [unavailable, 502, undefined],
        [busy, 503, '2'],
      ]).toContainEqual([code, status, retryAfter])
    // 64 at once; the node hears of an end a moment after the service.
    expect(node.most()).toBeLessThan(128)
  },
  240_000,
)

test('a caller who leaves gives the place back, waiting or served', async () => {
  const node = await startNode()
  const { port } = await startService(node.url, {
    rpcAtOnce: 1,
    rpcWaiting: 1,
    rpcPatience: 60_000,
    rpcTry: 60_000,
  })
  const served = ask(port, 'eth_blockNumber')
  served.answered.catch(() => undefined)
  const [, first] = (await once(node.server, 'request')) as [unknown, ServerResponse]
  const two = [ask(port, 'eth_chainId'), ask(port, 'eth_gasPrice')]
  // One of them has the place to wait; the other one is refused at once.
  const refused = await Promise.race(two.map(({ answered }) => answered))
  expect(refused.code).toBe(ChainBusyError.code)
  for (const { answered, leave } of two) {
    answered.catch(() => undefined)
    leave()
  }
  const gone = once(first, 'close')
  served.leave()
  await gone
  const next = ask(port, 'eth_gasPrice')
  const [incoming, response] = (await once(node.server, 'request')) as [IncomingMessage, ServerResponse]
  expect(incoming.method).toBe('POST')
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify([{ jsonrpc: '2.0', id: 1, result: '0x1' }]))
  expect(await next.answered).toMatchObject({ status: 200 })
})
