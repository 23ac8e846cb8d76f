import { expect, test } from 'vitest'
import { projectSchema } from '../../config/projects.ts'
import { createTestService, HOST } from '../../testing/createTestService.ts'
import { checkChains } from './checkChains.ts'
import { checkDocuments } from './checkDocuments.ts'
import { type Reply, sideBySide } from './Diagnosis.ts'

/** Answers nobody before as many have asked as may at once. */
function countAtOnce(reply: Reply) {
  const waiting: (() => void)[] = []
  const counts = { now: 0, most: 0, all: 0 }
  const ask = async () => {
    counts.all += 1
    counts.now += 1
    counts.most = Math.max(counts.most, counts.now)
    if (counts.now < 8) await new Promise<void>((resolve) => waiting.push(resolve))
    else for (const go of waiting.splice(0)) go()
    counts.now -= 1
    return reply
  }
  return { ask, counts }
}

test('projects are asked for side by side, eight at once', async () => {
  const service = await createTestService()
  const projects = Array.from({ length: 16 }, (_, index) =>
    projectSchema.parse({ id: `p${index}`, name: 'P', mode: 'development', allowedOrigins: [HOST] }),
  )
  const { ask, counts } = countAtOnce({ status: 502, headers: new Headers(), body: '' })
  const config = { ...service.config, projects }
  const findings = await checkDocuments({ environment: {}, config, db: service.database.db, ask })
  expect(counts).toEqual({ now: 0, most: 8, all: 96 })
  expect(findings.map(({ level }) => level)).toEqual(Array(96).fill('fail'))
  await service.stop()
})

test('chains are asked side by side, eight at once', async () => {
  const service = await createTestService({
    chains: Array.from({ length: 16 }, (_, index) => ({
      id: index + 1,
      name: `Chain ${index}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['http://127.0.0.1:9'],
    })),
  })
  const { ask, counts } = countAtOnce({ status: 200, headers: new Headers(), body: '{"result":"0x1"}' })
  const findings = await checkChains({ environment: {}, config: service.config, db: null, ask })
  expect(counts).toEqual({ now: 0, most: 8, all: 16 })
  expect(findings.map(({ check }) => check)).toEqual(
    Array.from({ length: 16 }, (_, index) => `chains.${index + 1}`),
  )
  await service.stop()
})

test('what is not begun in time is told, in its place', async () => {
  const results = await sideBySide(
    [1, 2, 3],
    async (item) => `asked ${item}`,
    (item) => `late ${item}`,
    0,
  )
  expect(results).toEqual(['late 1', 'late 2', 'late 3'])
})
