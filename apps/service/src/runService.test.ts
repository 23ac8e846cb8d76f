import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import * as protocol from '@latchkey/protocol/http'
import { createTestClient } from '@latchkey/relay/testing/createTestClient'
import { freePort } from '@latchkey/testing/node'
import { count } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { usedProofs } from './db/schema.ts'
import type { MailOutcome } from './mail/mailServer.ts'
import { type RunningService, runService } from './runService.ts'
import { createDevice } from './testing/createDevice.ts'
import {
  createTestService,
  HOST,
  type TestService,
  type TestServiceOptions,
} from './testing/createTestService.ts'

/** Long enough never to end a test. */
const NEVER = 3_600_000
const PATIENT = { notice: NEVER, drain: NEVER, close: NEVER }

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** What `app.request` does, through a socket. */
function throughSocket(port: number) {
  return (url: string, init: { method?: string; headers?: HeadersInit; body?: string | null } = {}) =>
    new Promise<Response>((resolve, reject) => {
      const { pathname, search, host } = new URL(url)
      const headers = { host, connection: 'keep-alive', ...Object.fromEntries(new Headers(init.headers)) }
      const target = { host: '127.0.0.1', port, path: `${pathname}${search}`, method: init.method ?? 'GET' }
      const outgoing = request({ ...target, headers, agent: false }, async (incoming) => {
        const chunks: Buffer[] = []
        for await (const chunk of incoming) chunks.push(chunk)
        const told = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ])
        resolve(new Response(Buffer.concat(chunks), { status: incoming.statusCode ?? 0, headers: told }))
      })
      outgoing.once('error', reject)
      outgoing.end(init.body ?? undefined)
    })
}

type Running = { service: TestService; running: RunningService; ask: ReturnType<typeof throughSocket> }

async function start(options: TestServiceOptions = {}, times = PATIENT, port = 0): Promise<Running> {
  const service = await createTestService(options)
  const running = await runService(service, { host: '127.0.0.1', port }, times)
  ends.push(() => service.stop())
  return { service, running, ask: throughSocket(running.port) }
}
const deviceOf = ({ service, ask }: Running) =>
  createDevice({ ...service, app: { request: ask } } as unknown as TestService)

function heldMail() {
  let finish = (_: MailOutcome) => {}
  const held = new Promise<MailOutcome>((resolve) => {
    finish = resolve
  })
  const sendMail = vi.fn(() => held)
  return { sendMail, finish }
}

test('a call that is under way is answered, its connection ends with it, and nobody is taken any more', async () => {
  const { sendMail, finish } = heldMail()
  const started = await start({ deps: { sendMail } })
  const device = await deviceOf(started)
  const answer = device.start('mia@example.com')
  await vi.waitFor(() => expect(sendMail).toHaveBeenCalled(), 60_000)
  const stopped = started.running.stop()
  finish('sent')
  const { status, headers } = await answer
  expect([status, headers.get('connection')]).toEqual([200, 'close'])
  await stopped
  await expect(started.ask('http://api.localhost:8787/live')).rejects.toThrow('ECONNREFUSED')
})

test('where readiness is watched, it goes off before connections are refused', async () => {
  const { ask, running } = await start()
  const ready = async () => {
    const { status, headers } = await ask('http://10.0.0.1:8787/ready')
    return [status, headers.get('connection'), headers.get('retry-after')]
  }
  expect(await ready()).toEqual([200, 'keep-alive', null])
  const hurry = new AbortController()
  const stopped = running.stop(hurry.signal)
  expect(await ready()).toEqual([503, 'close', '1'])
  expect((await ask('http://10.0.0.1:8787/live')).status).toBe(200)
  hurry.abort()
  await stopped
  await expect(ready()).rejects.toThrow('ECONNREFUSED')
})

test('an answer that waits for somebody leaves as it is', async () => {
  const started = await start({
    limits: { deviceWait: NEVER, deviceInterval: NEVER },
    projects: [
      { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST], deviceVerification: 'always' },
    ],
  })
  const device = await deviceOf(started)
  const begun = protocol.startEmail.reply.parse((await device.start('mia@example.com')).body)
  const waiting = device.must(protocol.checkDevice, { body: { challengeId: begun.challengeId } })
  // Its proof is stored: the service has taken the call.
  await vi.waitFor(async () => {
    const [proofs] = await started.service.database.db.select({ stored: count() }).from(usedProofs)
    expect(proofs?.stored).toBe(2)
  }, 60_000)
  const stopped = started.running.stop()
  expect(await waiting).toEqual({ status: 'pending' })
  await stopped
})

test('sockets of the relay are told that the service goes away', async () => {
  const port = await freePort()
  const url = `ws://127.0.0.1:${port}/relay`
  // Tokens of clients are signed by the real clock.
  const relay = { relay: { publicUrls: [url], wallets: 'projects' as const }, now: Date.now }
  const { running } = await start({ config: relay }, PATIENT, port)
  const client = await createTestClient(url, { projectId: 'demo', headers: { origin: HOST } })
  const closed = once(client.socket, 'close')
  await running.stop()
  expect((await closed)[0]).toBe(1001)
})

test('what never ends is cut off', async () => {
  const { sendMail, finish } = heldMail()
  const started = await start({ deps: { sendMail } }, { notice: 0, drain: 20, close: 20 })
  const device = await deviceOf(started)
  const answer = device.start('mia@example.com').catch((error: Error) => error.message)
  await vi.waitFor(() => expect(sendMail).toHaveBeenCalled(), 60_000)
  await started.running.stop()
  expect(await answer).toBe('socket hang up')
  expect(started.service.logs.join('')).toContain('cut off')
  finish('sent')
})

/** The status line that raw bytes are answered with. */
const sendRaw = (port: number, lines: string[]) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.once('error', reject)
    socket.once('data', (bytes) => {
      socket.destroy()
      resolve(bytes.toString('latin1').split('\r\n')[0] ?? '')
    })
  })

test('two Host headers are refused, whatever they say', async () => {
  const { running } = await start()
  const hosts = (...names: string[]) => ['GET /live HTTP/1.1', ...names.map((name) => `hOST: ${name}`)]
  const one = 'api.localhost:8787'
  expect(await sendRaw(running.port, hosts(one))).toBe('HTTP/1.1 200 OK')
  for (const other of [one, 'keys.localhost:8787'])
    expect(await sendRaw(running.port, hosts(one, other))).toBe('HTTP/1.1 400 Bad Request')
  await running.stop()
})

test('a place that is taken is told', async () => {
  const { service, running } = await start()
  await expect(runService(service, { host: '127.0.0.1', port: running.port })).rejects.toThrow('EADDRINUSE')
  await running.stop()
})
