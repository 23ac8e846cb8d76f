import { health } from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestService, type TestService } from '../testing/createTestService.ts'
import { openTestDatabase } from '../testing/database.ts'

const API = 'http://api.localhost:8787'
const METRICS_TOKEN = 'a-token-for-metrics'
let service: TestService
let broken = false
beforeAll(async () => {
  const database = await openTestDatabase()
  service = await createTestService({
    config: { metricsToken: METRICS_TOKEN },
    deps: {
      database: { ...database, ping: () => (broken ? Promise.reject(new Error('down')) : database.ping()) },
    },
  })
})
afterAll(async () => {
  await service.stop()
  await service.database.close()
})

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

test('health tells whether the database answers', async () => {
  const well = await service.app.request(`${API}/health`)
  expect([well.status, health.reply.parse(await well.json()).status]).toEqual([200, 'ok'])
  broken = true
  const ill = await service.app.request(`${API}/health`)
  expect([ill.status, health.reply.parse(await ill.json()).status]).toEqual([503, 'degraded'])
  broken = false
})

test('metrics are for this machine, or for the bearer of the token', async () => {
  const ask = (address: string, headers: Record<string, string> = {}) =>
    service.app.request(`${API}/metrics`, { headers }, from(address))
  const own = await ask('127.0.0.1')
  expect(own.status).toBe(200)
  expect(await own.text()).toContain('latchkey_http_request_seconds')
  expect((await ask('203.0.113.7')).status).toBe(404)
  expect((await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404)
  expect((await ask('203.0.113.7', { authorization: `Bearer ${METRICS_TOKEN}` })).status).toBe(200)
  expect((await ask('203.0.113.7', { authorization: 'Bearer wrong' })).status).toBe(404)
})

test('a proxy of the operator is believed for one address, and no more', async () => {
  const proxied = await createTestService({
    deps: { database: service.database },
    config: { trustedProxies: 1 },
    limits: { apiCallsPerMinute: 3 },
  })
  const ask = (forwarded: string) =>
    proxied.app.request(
      `${API}/projects/v1/origins?projectId=demo`,
      { headers: { origin: 'http://app.localhost:5173', 'x-forwarded-for': forwarded } },
      from('10.0.0.1'),
    )
  for (const invented of ['1.1.1.1', '2.2.2.2', '3.3.3.3'])
    expect((await ask(`${invented}, 198.51.100.8`)).status).toBe(200)
  expect((await ask('4.4.4.4, 198.51.100.8')).status).toBe(429)
  expect((await ask('4.4.4.4, 198.51.100.9')).status).toBe(200)
  await proxied.stop()
})
