import * as z from 'zod/mini'
import { test } from 'vitest'
import { createClient } from './createClient.ts'
import { createServer } from './createServer.ts'
import { portMessenger } from './portMessenger.ts'
import { sampleContract } from './testing/sampleContract.ts'
import { createSampleHandlers } from './testing/sampleHandlers.ts'
import { boundedCopy } from './boundedCopy.ts'
z.config({ jitless: true })
const value = { method: 'eth_sendTransaction', params: [{ from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}`, value: '0x1', data: '0x' }] }
function bareC() {
  const { port1, port2 } = new MessageChannel()
  const waiting = new Map<number, (r: unknown) => void>()
  let n = 0
  port2.onmessage = ({ data }) => port2.postMessage({ id: data.id, result: data.params })
  port1.onmessage = ({ data }) => { waiting.get(data.id)?.(data.result); waiting.delete(data.id) }
  return (params: unknown) => new Promise<unknown>((resolve) => { const id = n++; waiting.set(id, resolve); port1.postMessage({ id, method: 'echo', params }) })
}
function bridgeC() {
  const { port1, port2 } = new MessageChannel()
  const { handlers } = createSampleHandlers()
  createServer(sampleContract, portMessenger(port2), { ...handlers, echo: (p) => ({ value: p.value }) }, { origin: 'x', limits: { messagesPerSecond: 1e9, burst: 1e9, maxConcurrentCalls: 1e9 } })
  return createClient(sampleContract, portMessenger(port1)).call.echo
}
const stat = (a: number[]) => { a.sort((x, y) => x - y); return [a[a.length >> 1], a[Math.floor(a.length * 0.99)]] }
test('m', async () => {
  const bare = bareC(), bridge = bridgeC()
  const out: string[] = []
  for (let round = 0; round < 4; round++) {
    for (const [name, call] of [['bare', bare], ['bridge', bridge]] as const) {
      const ts: number[] = []
      const t0 = performance.now()
      for (let i = 0; i < 5000; i++) { const t = performance.now(); await call({ value }); ts.push((performance.now() - t) * 1000) }
      const total = (performance.now() - t0) / 5
      const f: number[] = []
      for (let i = 0; i < 200; i++) { const t = performance.now(); await Promise.all(Array.from({ length: 50 }, () => call({ value }))); f.push((performance.now() - t) * 1000) }
      out.push(`${name} p50/p99 ${stat(ts)} mean ${total.toFixed(1)} | 50: ${stat(f)}`)
    }
  }
  const env = { t: 'call', id: 'A'.repeat(22), method: 'echo', params: { value } }
  let t = performance.now(); for (let i = 0; i < 1e5; i++) boundedCopy(env, 262144); out.push('copy us ' + (performance.now() - t) / 100)
  t = performance.now(); for (let i = 0; i < 1e5; i++) sampleContract.methods.echo.params.safeParse(env.params); out.push('parse us ' + (performance.now() - t) / 100)
  console.log(out.join('\n'))
})
