import { afterEach, expect, it, vi } from 'vitest'
import { testConfig } from '../testing/testConfig.ts'
import { fetchAllowedOrigins } from './checkOrigin.ts'
import { createTelemetry } from './createTelemetry.ts'

afterEach(() => vi.unstubAllGlobals())

it('R7-41 no call to the service carries cookies or more of the page than its origin, whatever the page allows', async () => {
  const calls: RequestInit[] = []
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    calls.push(init)
    return new Response(JSON.stringify({ isAnalyticsEnabled: true }))
  })
  const { config } = testConfig()
  const page = () => ({ origin: 'https://shop.example', pathname: '/', hostname: 'shop.example' })
  const telemetry = createTelemetry(config, { analytics: true, page })
  telemetry.track('MODAL_OPEN')
  await telemetry.flush()
  await fetchAllowedOrigins(config)
  expect(calls.map(({ credentials, referrerPolicy }) => [credentials, referrerPolicy])).toEqual(
    Array(3).fill(['omit', 'strict-origin']),
  )
})
