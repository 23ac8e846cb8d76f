import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import * as protocol from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDevice } from '../../testing/createDevice.ts'
import { createTestService, HOST, type TestService } from '../../testing/createTestService.ts'

type Send = TestService['app']['request']

/** The service over a socket, for a caller that can hang up. */
async function overSocket(service: TestService) {
  const server = serve({ fetch: service.app.fetch, hostname: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const sent: ClientRequest[] = []
  const send = ((url: string, init: RequestInit = {}) => {
    const { host, pathname } = new URL(url)
    return new Promise<Response>((resolve, reject) => {
      const headers = { ...Object.fromEntries(new Headers(init.headers)), host }
      const options = { host: '127.0.0.1', port, path: pathname, method: init.method ?? 'GET', headers }
      const call = request(options, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 0 })),
        )
      })
      call.on('error', reject)
      call.end(init.body)
      sent.push(call)
    })
  }) as Send
  const stop = () => new Promise((resolve) => server.close(resolve))
  return { service: { ...service, app: { request: send } as TestService['app'] }, sent, stop }
}

let service: TestService
let socket: Awaited<ReturnType<typeof overSocket>>
beforeAll(async () => {
  const project = { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST] }
  service = await createTestService({
    projects: [{ ...project, deviceVerification: 'always' }],
    limits: { deviceWait: 600_000, deviceInterval: 300_000 },
  })
  socket = await overSocket(service)
})
afterAll(async () => {
  await socket.stop()
  await service.stop()
})

test('a caller that hangs up ends its wait', async () => {
  const device = await createDevice(socket.service)
  const { challengeId } = await device.must(protocol.startEmail, {
    body: { projectId: 'demo', hostOrigin: HOST, email: 'leaving@example.com', purpose: 'login' },
  })
  const ended = () => service.logs.filter((line) => line.includes('"/auth/v1/device/check"')).length
  const lost = expect(device.call(protocol.checkDevice, { body: { challengeId } })).rejects.toThrow()
  await vi.waitFor(() => expect(socket.sent).toHaveLength(2), 15_000)
  // Its proof is stored: the service is at it.
  await vi.waitFor(async () => {
    const { rows } = (await service.database.db.execute('select id from used_proofs')) as unknown as {
      rows: unknown[]
    }
    expect(rows).toHaveLength(2)
  }, 15_000)
  expect(ended()).toBe(0)
  socket.sent.at(-1)?.destroy()
  await lost
  await vi.waitFor(() => expect(ended()).toBe(1), 15_000)
})
