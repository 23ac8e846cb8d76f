import { setTimeout } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright'
import type { BenchContext } from './BenchContext.ts'
import { asNewVisitor, interleave } from './benchPage.ts'
import { type Row, samplesRow } from './Row.ts'
import { type Opening, recordOpening, WATCHED } from './recordOpening.ts'

const ROUNDS = 7
/** Nobody presses a button sooner after it has come, ms. The page prepares the modal in idle time until then. */
const REACTION = 200

type Cell = {
  name: string
  slowDown: 1 | 4
  page: 'answers' | 'late' | 'hangs'
  /** Between the page's `load` and the click, ms. Default: `REACTION`. */
  rest?: number
}
type Sample = Opening & { heap: number }

const CELLS: readonly Cell[] = [
  { name: '', slowDown: 1, page: 'answers' },
  { name: ', service 300 ms late', slowDown: 1, page: 'late' },
  { name: ', service hangs', slowDown: 1, page: 'hangs' },
  { name: '', slowDown: 4, page: 'answers' },
  { name: ', service 300 ms late', slowDown: 4, page: 'late' },
  { name: ', service hangs', slowDown: 4, page: 'hangs' },
  { name: ', by a program as the page has loaded', slowDown: 1, page: 'answers', rest: 0 },
  { name: ', by a program as the page has loaded', slowDown: 4, page: 'answers', rest: 0 },
]
const LIMITS = { 1: 40, 4: 110 } as const

/**
 * Asks the page by the protocol alone: a locator brings 330 kB of the test tool's own script into it, twice, which its heap
 * then has.
 */
async function ask<T>(session: CDPSession, expression: string): Promise<T> {
  const { result } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  return result.value as T
}

const PLACE_OF_BUTTON = `(() => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes('Connect'))
  if (!button) return null
  const { x, y, width, height } = button.getBoundingClientRect()
  return [x + width / 2, y + height / 2]
})()`

const OPENING = `new Promise((resolve) => {
  const look = () => (globalThis.opening ? resolve(globalThis.opening) : setTimeout(look, 100))
  look()
})`

function open(browser: Browser, url: string, { slowDown, rest = REACTION }: Cell): Promise<Sample> {
  return asNewVisitor(browser, async (page, context) => {
    await page.addInitScript(recordOpening, WATCHED)
    await page.goto(url, { waitUntil: 'load' })
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    await setTimeout(rest)
    const place = await ask<[number, number] | null>(session, PLACE_OF_BUTTON)
    if (!place) throw new Error('The button is not on the page.')
    await page.mouse.click(...place)
    const opening = await ask<Opening>(session, OPENING)
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
    return { ...opening, heap: heap / 1_000_000 }
  })
}

function rowsOf({ name, slowDown, rest }: Cell, samples: readonly Sample[]): Row[] {
  const title = `click → modal, ${slowDown}× CPU${name}`
  const times = (key: 'visible' | 'stable') => samples.map((sample) => sample[key])
  return [
    samplesRow(`${title}: visible`, times('visible'), 'ms'),
    samplesRow(`${title}: stable`, times('stable'), 'ms', rest === undefined ? LIMITS[slowDown] : undefined),
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
        void samples.push(await open(browser, pages[cell.page], cell)),
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
