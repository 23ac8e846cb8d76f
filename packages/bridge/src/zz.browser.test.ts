import { test } from 'vitest'
import * as z from 'zod/mini'
import { createClient } from './createClient.ts'
import { createServer } from './createServer.ts'
import { portMessenger } from './portMessenger.ts'
import { sampleContract } from './testing/sampleContract.ts'
import { createSampleHandlers } from './testing/sampleHandlers.ts'

z.config({ jitless: true })
const value = {
  method: 'eth_sendTransaction',
  params: [{ from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}`, value: '0x1', data: '0x' }],
}
function bareC() {
  const { port1, port2 } = new MessageChannel()
  const waiting = new Map<number, (r: unknown) => void>()
  let n = 0
  port2.onmessage = ({ data }) => port2.postMessage({ id: data.id, result: data.params })
  port1.onmessage = ({ data }) => {
    waiting.get(data.id)?.(data.result)
    waiting.delete(data.id)
  }
  return (params: unknown) =>
    new Promise<unknown>((resolve) => {
      const id = n++
      waiting.set(id, resolve)
      port1.postMessage({ id, method: 'echo', params })
    })
}
function bridgeC() {
  const { port1, port2 } = new MessageChannel()
  const { handlers } = createSampleHandlers()
  createServer(
    sampleContract,
    portMessenger(port2),
    { ...handlers, echo: (p) => ({ value: p.value }) },
    { origin: 'x', limits: { messagesPerSecond: 1e9, burst: 1e9, maxConcurrentCalls: 1e9 } },
  )
  return createClient(sampleContract, portMessenger(port1)).call.echo
}
const q = (a: number[], p: number) => [...a].sort((x, y) => x - y)[Math.floor(a.length * p)]?.toFixed(1)
test('m', async () => {
  const callers = { bare: bareC(), bridge: bridgeC() }
  const seq: Record<string, number[]> = { bare: [], bridge: [] },
    fifty: Record<string, number[]> = { bare: [], bridge: [] }
  for (let round = 0; round < 150; round++)
    for (const [name, call] of Object.entries(callers)) {
      let t = performance.now()
      for (let i = 0; i < 100; i++) await call({ value })
      const us = (performance.now() - t) * 10
      t = performance.now()
      for (let i = 0; i < 10; i++) await Promise.all(Array.from({ length: 50 }, () => call({ value })))
      const f = (performance.now() - t) * 100
      if (round > 20) {
        seq[name]?.push(us)
        fifty[name]?.push(f)
      }
    }
  for (const n of ['bare', 'bridge'])
    console.log(
      n,
      'seq us p50',
      q(seq[n] ?? [], 0.5),
      'p99',
      q(seq[n] ?? [], 0.99),
      '| 50 at once us p50',
      q(fifty[n] ?? [], 0.5),
      'p99',
      q(fifty[n] ?? [], 0.99),
    )
})
