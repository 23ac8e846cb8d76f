import type { Browser } from 'playwright'
import type { BenchContext } from './BenchContext.ts'
import { asNewVisitor, interleave } from './benchPage.ts'
import { type Row, samplesRow } from './Row.ts'
import { type Opening, recordOpening, WATCHED } from './recordOpening.ts'

const ROUNDS = 7

type Cell = { name: string; slowDown: 1 | 4; page: 'answers' | 'late' | 'hangs' }
type Sample = Opening & { heap: number }

const CELLS: readonly Cell[] = [
  { name: '', slowDown: 1, page: 'answers' },
  { name: ', service 300 ms late', slowDown: 1, page: 'late' },
  { name: ', service hangs', slowDown: 1, page: 'hangs' },
  { name: '', slowDown: 4, page: 'answers' },
  { name: ', service 300 ms late', slowDown: 4, page: 'late' },
  { name: ', service hangs', slowDown: 4, page: 'hangs' },
]
const LIMITS = { 1: 40, 4: 110 } as const

function open(browser: Browser, url: string, slowDown: number): Promise<Sample> {
  return asNewVisitor(browser, async (page, context) => {
    await page.addInitScript(recordOpening, WATCHED)
    await page.goto(url, { waitUntil: 'load' })
    const button = page.getByRole('button', { name: 'Connect' })
    const box = await button.boundingBox()
    if (!box) throw new Error('The button is not on the page.')
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    const place = [box.x + box.width / 2, box.y + box.height / 2] as const
    await page.mouse.click(...place)
    const handle = await page.waitForFunction(() => (globalThis as { opening?: Opening }).opening)
    const opening = (await handle.jsonValue()) as Opening
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
    return { ...opening, heap: heap / 1_000_000 }
  })
}

function rowsOf({ name, slowDown }: Cell, samples: readonly Sample[]): Row[] {
  const title = `click → modal, ${slowDown}× CPU${name}`
  const times = (key: 'visible' | 'stable') => samples.map((sample) => sample[key])
  return [
    samplesRow(`${title}: visible`, times('visible'), 'ms'),
    samplesRow(`${title}: stable`, times('stable'), 'ms', LIMITS[slowDown]),
  ]
}

const sum = (durations: readonly number[]) => durations.reduce((total, duration) => total + duration, 0)

/**
 * Click → modal usable, on a React page outside the workspace that has the packed package and a button of its own, no
 * hover before; at full speed and slowed down, with a service that answers, one that is late and one that never does.
 */
export async function openRows({ browser, outside }: BenchContext): Promise<Row[]> {
  const pages = await outside()
  const cells = CELLS.map((cell) => ({ cell, samples: [] as Sample[] }))
  const runs = cells.map(
    ({ cell, samples }) =>
      async () =>
        void samples.push(await open(browser, pages[cell.page], cell.slowDown)),
  )
  await interleave(ROUNDS, runs)
  const [full] = cells
  const slow = cells.find(({ cell }) => cell.slowDown === 4)
  const longTasks = (slow?.samples ?? []).map((sample) => sum(sample.longTasks))
  const heaps = (full?.samples ?? []).map(({ heap }) => heap)
  return [
    ...cells.flatMap(({ cell, samples }) => rowsOf(cell, samples)),
    samplesRow('long tasks on opening, 4× CPU', longTasks, 'ms', 0),
    samplesRow('JavaScript heap after opening', heaps, 'MB', 4),
  ]
}
