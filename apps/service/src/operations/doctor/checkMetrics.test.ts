import { expect, test } from 'vitest'
import type { ServiceConfig } from '../../config/ServiceConfig.ts'
import { checkMetrics } from './checkService.ts'

const config = { apiOrigin: 'https://api.example.net' } as ServiceConfig

const look = async (status: number | null) => {
  const findings = await checkMetrics({
    config,
    ask: async () => {
      if (status === null) throw new Error('no answer')
      return { status, headers: new Headers(), body: '' }
    },
  })
  return findings.map(({ level }) => level)
}

test('metrics are called private when they were refused, and not when nothing is known of them', async () => {
  expect(await look(404)).toEqual(['ok'])
  expect(await look(200)).toEqual(['warn'])
  expect(await look(502)).toEqual([])
  expect(await look(null)).toEqual([])
})
