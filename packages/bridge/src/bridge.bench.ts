import { afterAll, bench, describe } from 'vitest'
import * as z from 'zod/mini'
import { createClient } from './createClient.ts'
import { createServer } from './createServer.ts'
import { sampleContract } from './testing/sampleContract.ts'
import { createSampleHandlers } from './testing/sampleHandlers.ts'
import { portMessenger } from './wire/portMessenger.ts'

// As in the frame, whose Content-Security-Policy forbids Function().
z.config({ jitless: true })

const transaction = { from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}`, value: '0x1', data: '0x' }
const hash = `0x${'3'.repeat(64)}`
const value = { method: 'eth_sendTransaction', params: [transaction] }

/** The least that answers a request over a port: an id, a map, a promise. */
function createBareCaller() {
  const { port1, port2 } = new MessageChannel()
  const waiting = new Map<number, (result: unknown) => void>()
  let nextId = 0
  port2.onmessage = ({ data }) => port2.postMessage({ id: data.id, result: { value: hash } })
  port1.onmessage = ({ data }) => {
    waiting.get(data.id)?.(data.result)
    waiting.delete(data.id)
  }
  const call = (params: unknown) =>
    new Promise<unknown>((resolve) => {
      const id = nextId++
      waiting.set(id, resolve)
      port1.postMessage({ id, method: 'echo', params })
    })
  return { call, close: () => port1.close() }
}

function createBridgeCaller() {
  const { port1, port2 } = new MessageChannel()
  const { handlers } = createSampleHandlers()
  const server = createServer(
    sampleContract,
    portMessenger(port2),
    { ...handlers, echo: () => ({ value: hash }) },
    {
      origin: 'https://host.example',
      limits: { messagesPerSecond: 1e9, burst: 1e9, maxConcurrentCalls: 1e9 },
    },
  )
  const client = createClient(sampleContract, portMessenger(port1))
  const close = () => {
    client.destroy()
    server.destroy()
  }
  return { call: client.call.echo, close }
}

describe('a call and its answer', () => {
  const bare = createBareCaller()
  const bridge = createBridgeCaller()
  afterAll(() => {
    bare.close()
    bridge.close()
  })
  bench('bare MessagePort', async () => void (await bare.call({ value })))
  bench('bridge', async () => void (await bridge.call({ value })))
  const fifty = Array.from({ length: 50 })
  bench(
    'bare MessagePort, 50 at once',
    async () => void (await Promise.all(fifty.map(() => bare.call({ value })))),
  )
  bench('bridge, 50 at once', async () => void (await Promise.all(fifty.map(() => bridge.call({ value })))))
})
