import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from '@latchkey/core'
import { base, connectFake, mainnet } from '@latchkey/core/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { evmConfig } from '../testing/evmConfig.ts'

type Call = { id: number; method: string; params: [string, ...unknown[]] }
const PENDING = `0x${'c'.repeat(64)}`

let server: Server
let sockets: WebSocketServer
let made: ReturnType<typeof evmConfig>
let head: number
/** Calls by HTTP, and by socket. */
let asked: string[]
let told: Call[]
let heard: { data: { subscription: string; result: unknown } }[]
let refuses: boolean
beforeEach(async () => {
  ;[head, asked, told, heard, refuses] = [5, [], [], [], false]
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    const replies = [body].flat().map((call: Call) => {
      asked.push(call.method)
      return { jsonrpc: '2.0', id: call.id, result: resultOf(call) }
    })
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
    response.writeHead(200, headers).end(JSON.stringify(Array.isArray(body) ? replies : replies[0]))
  })
  sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, { url }) => {
    told.push({ id: 0, method: 'open', params: [url ?? ''] })
    socket.on('message', (data) => {
      const call: Call = JSON.parse(String(data))
      told.push(call)
      const outcome = refuses ? { error: { code: -32_005, message: 'No.' } } : { result: resultOf(call) }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...outcome }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const apiOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubGlobal('WebSocket', WebSocket)
  made = evmConfig({
    networks: [{ ...mainnet, blockTime: 5 }, base],
    services: { walletOrigin: 'https://wallet.example', apiOrigin },
  })
  made.config.provider.on('message', (message) => heard.push(message as (typeof heard)[0]))
})
afterEach(async () => {
  made.config.destroy()
  for (const socket of sockets.clients) socket.terminate()
  sockets.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  vi.unstubAllGlobals()
})

const header = (number: number) => ({ number: `0x${number.toString(16)}`, hash: `0xaa${number}` })
function resultOf({ id, method, params }: Call): unknown {
  if (method === 'eth_subscribe') return `0x${params[0] === 'newHeads' ? 'a' : 'b'}${id}`
  if (method === 'eth_unsubscribe') return true
  if (method === 'eth_blockNumber') return `0x${head.toString(16)}`
  return { ...header(Number(params[0])), transactions: ['0x'] }
}
const ask = (method: string, params: unknown[] = []) => made.config.provider.request({ method, params })
const tell = (subscription: string, result: unknown) => {
  const text = JSON.stringify({
    jsonrpc: '2.0',
    method: 'eth_subscription',
    params: { subscription, result },
  })
  for (const socket of sockets.clients) socket.send(text)
}
const until = (check: () => void) => vi.waitFor(check, 30_000)
const calls = () => told.map(({ method, params }) => `${method} ${params[0]}`)
const numbers = () => heard.map(({ data }) => Number((data.result as { number: string }).number))

it('R7-93 what the service tells comes at once, on one socket for all subscriptions', async () => {
  const one = await ask('eth_subscribe', ['newHeads'])
  await until(() => expect(told).toHaveLength(2))
  const filter = { address: `0x${'1'.repeat(40)}`, fromBlock: '0x0' }
  const other = await ask('eth_subscribe', ['logs', filter])
  await until(() => expect(told).toHaveLength(3))
  expect(told[0]?.params[0]).toMatch(/^\/v1\?projectId=.*&chainId=eip155%3A1$/)
  expect(told[2]?.params).toEqual(['logs', { address: filter.address }])
  const [, first, second] = told.map(resultOf) as string[]
  tell(first as string, header(6))
  tell(second as string, { blockHash: '0xaa6', blockNumber: '0x6', logIndex: '0x0' })
  // Twice, of nobody, or something else.
  tell(first as string, header(6))
  tell('0xff', header(7))
  tell(first as string, 7)
  tell(first as string, header(7))
  await until(() => expect(heard).toHaveLength(3))
  // Each in its own order; between two of them there is none.
  const toldOf = (id: unknown) =>
    heard.filter(({ data }) => data.subscription === id).map(({ data }) => data.result)
  expect(toldOf(one)).toEqual([header(6), header(7)])
  expect(toldOf(other)).toHaveLength(1)
  expect(sockets.clients.size).toBe(1)
  expect(await ask('eth_unsubscribe', [other])).toBe(true)
  await until(() => expect(calls().at(-1)).toBe(`eth_unsubscribe ${second}`))
  await ask('eth_unsubscribe', [one])
  await until(() => expect(sockets.clients.size).toBe(0))
})

it('R7-93 what was taken back and is there again is told again', async () => {
  await ask('eth_subscribe', ['newHeads'])
  await until(() => expect(told).toHaveLength(2))
  const id = resultOf(told[1] as Call) as string
  const other = { ...header(6), hash: '0xbb6' }
  for (const one of [header(6), other, other, header(6)]) tell(id, one)
  await until(() => expect(heard.map(({ data }) => data.result)).toEqual([header(6), other, header(6)]))
  const log = { blockHash: '0xaa6', blockNumber: '0x6', logIndex: '0x0' }
  for (const one of [log, { ...log, removed: true }, log, log]) tell(id, one)
  await until(() => expect(heard).toHaveLength(6))
  expect(heard.slice(3).map(({ data }) => data.result)).toEqual([log, { ...log, removed: true }, log])
})

it('R7-93 a subscription that is refused leaves the socket to one that begins', async () => {
  await ask('eth_subscribe', ['newHeads'])
  await until(() => expect(told).toHaveLength(2))
  refuses = true
  await ask('eth_subscribe', ['logs', {}])
  await until(() => expect(told).toHaveLength(3))
  tell(resultOf(told[1] as Call) as string, header(6))
  await until(() => expect(heard).toHaveLength(1))
  expect(sockets.clients.size).toBe(1)
})

it('R7-93 what came before the socket did is told first, and after its end the network is asked', async () => {
  const asking = ask('eth_subscribe', ['newHeads'])
  await asking
  head = 7
  await until(() => expect(numbers()).toEqual([6, 7]))
  tell(resultOf(told[1] as Call) as string, header(8))
  await until(() => expect(numbers()).toEqual([6, 7, 8]))
  for (const socket of sockets.clients) socket.terminate()
  head = 10
  await until(() => expect(numbers()).toEqual([6, 7, 8, 9, 10]))
  expect(asked.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(4)
})

it('R7-93 where the service refuses, the network is asked', async () => {
  refuses = true
  await ask('eth_subscribe', ['newHeads'])
  await until(() => expect(sockets.clients.size + told.length).toBe(2))
  head = 6
  await until(() => expect(numbers()).toEqual([6]))
})

it('R7-93 transactions that wait are told by the service alone', async () => {
  const id = await ask('eth_subscribe', ['newPendingTransactions'])
  tell(resultOf(told[1] as Call) as string, PENDING)
  await until(() => expect(heard.map(({ data }) => data)).toEqual([{ subscription: id, result: PENDING }]))
  expect(asked).toEqual([])
  for (const socket of sockets.clients) socket.terminate()
  await until(async () => expect(await ask('eth_unsubscribe', [id])).toBe(false))
  refuses = true
  await expect(ask('eth_subscribe', ['newPendingTransactions'])).rejects.toMatchObject({ code: 4200 })
})

it('R7-93 another network ends the socket', async () => {
  await ask('eth_subscribe', ['newHeads'])
  await until(() => expect(told).toHaveLength(2))
  made.config.networks.setState({ activeId: 'eip155:8453' })
  await until(() => expect(sockets.clients.size).toBe(0))
})

it('R7-93 a wallet that reads by itself is asked, not the service', async () => {
  made.wallet.connector.approvesInFrame = false
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  const asking = ask('eth_subscribe', ['newHeads'])
  // Once for its beginning, and again for each look.
  for (let count = 0; count < 3; count++) {
    const { resolve } = await vi.waitFor(() => made.wallet.take('request'), 30_000)
    resolve('0x5')
  }
  await asking
  expect([told, asked]).toEqual([[], []])
  await expect(ask('eth_subscribe', ['newPendingTransactions'])).rejects.toMatchObject({ code: 4200 })
})
