import type { Page } from 'playwright'
import type { BenchContext } from './BenchContext.ts'
import { asNewVisitor, interleave } from './benchPage.ts'
import { type Row, ratioRow, samplesRow } from './Row.ts'

const ROUNDS = 9

type FrameTimes = { frameReady: number; keysReady: number }
type FrameBench = { latchkeyBench: { openFrame(): Promise<FrameTimes> } }

async function openOurs(page: Page, address: string): Promise<FrameTimes> {
  await page.goto(address)
  await page.waitForFunction(() => 'latchkeyBench' in globalThis)
  return page.evaluate(() => (globalThis as unknown as FrameBench).latchkeyBench.openFrame())
}

async function openFloor(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await page.waitForFunction(() => document.body.dataset.readyMs !== undefined)
  return page.evaluate(() => Number(document.body.dataset.readyMs))
}

/** The first page finds an empty cache, a second one of the same visitor a filled one. */
async function coldAndWarm<T>({ browser }: BenchContext, open: (page: Page) => Promise<T>): Promise<[T, T]> {
  return asNewVisitor(browser, async (first, context) => {
    const cold = await open(first)
    await first.close()
    return [cold, await open(await context.newPage())]
  })
}

/** Frame creation → frame and keys ready, beside two empty frames nested on three sites. */
export async function frameRows(context: BenchContext): Promise<Row[]> {
  const { bench, floor } = context.hosts
  const floorAddress = `${bench}/empty-frames?frame=${encodeURIComponent(`${floor.outer}/`)}`
  const cold = { ours: [] as number[], floor: [] as number[] }
  const warm = { ours: [] as number[], floor: [] as number[] }
  const frameAlone: number[] = []
  await interleave(ROUNDS, [
    async () => {
      const [first, second] = await coldAndWarm(context, (page) => openOurs(page, bench))
      cold.ours.push(first.keysReady)
      warm.ours.push(second.keysReady)
      frameAlone.push(second.frameReady)
    },
    async () => {
      const [first, second] = await coldAndWarm(context, (page) => openFloor(page, floorAddress))
      cold.floor.push(first)
      warm.floor.push(second)
    },
  ])
  return [
    ratioRow('frame created → frame and keys ready, files cached', warm, 'ms', 1.3),
    ratioRow('frame created → frame and keys ready, first visit', cold, 'ms', 1.3),
    samplesRow('frame created → frame ready, files cached', frameAlone, 'ms'),
  ]
}
