import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ChainUnreachableError } from '../answer/errors.ts'
import { readRpc } from './readRpc.ts'

let server: Server
let apiOrigin = ''
let reply: { status?: number; body: string } | 'never'
const asked: { url: string | undefined; body: unknown }[] = []
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    asked.push({ url: request.url, body: JSON.parse(Buffer.concat(chunks).toString()) })
    if (reply !== 'never') response.writeHead(reply.status ?? 200).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  apiOrigin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const read = (signal?: AbortSignal) =>
  readRpc({ apiOrigin, projectId: 'demo', caipNetworkId: 'eip155:1', method: 'eth_blockNumber', signal })

it('asks the chain RPC of the service (spec 7)', async () => {
  reply = { body: '{"jsonrpc":"2.0","id":1,"result":"0x10"}' }
  expect(await read()).toBe('0x10')
  expect(asked.at(-1)).toEqual({
    url: '/v1?chainId=eip155%3A1&projectId=demo',
    body: { jsonrpc: '2.0', id: 0, method: 'eth_blockNumber', params: [] },
  })
})
it('an answer of null is an answer', async () => {
  reply = { body: '{"jsonrpc":"2.0","id":1,"result":null}' }
  expect(await read()).toBeNull()
})
it('keeps the code and data of the node', async () => {
  reply = { body: '{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"execution reverted","data":"0x01"}}' }
  await expect(read()).rejects.toMatchObject({ code: 3, message: 'execution reverted', data: '0x01' })
})
it.each(['', '[]', '7', '{}', '{"error":{"code":"x"}}', '{"code":4003,"title":"no"}'])(
  'takes %j for no answer',
  async (body) => {
    reply = { status: body === '' ? 503 : 200, body }
    await expect(read()).rejects.toBeInstanceOf(ChainUnreachableError)
  },
)
it('an abort settles it', async () => {
  reply = 'never'
  const controller = new AbortController()
  const reading = read(controller.signal)
  controller.abort()
  await expect(reading).rejects.toMatchObject({ code: 5008 })
})
