import type { Browser, Page } from 'playwright'
import type { BenchContext } from '../BenchContext.ts'
import { asNewVisitor } from '../benchPage.ts'
import { type Row, valueRow } from '../Row.ts'

/** After everything has gone quiet, this long must nothing follow, in ms. */
const QUIET = 2_000
/** A time that never comes. */
const ALWAYS = Number.POSITIVE_INFINITY

type Loads = {
  /** Bytes, as sent, of scripts and styles that came before `load`. */
  before: number
  /** And of those that came later. */
  later: number
  laterFiles: number
  /** Whom else the page has asked for something. */
  others: string[]
}

/**
 * Runs in the page: what it has loaded so far.
 *
 * @param until only what was asked for before this time, in ms since the page began
 */
function readLoads(until: number): Loads {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const loaded = navigation?.loadEventStart ?? Number.NaN
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const isOwn = ({ name }: PerformanceEntry) => name.startsWith(location.origin)
  const isTimely = ({ startTime }: PerformanceEntry) => startTime < until
  const own = entries.filter((entry) => isOwn(entry) && isTimely(entry) && /\.(?:js|css)$/.test(entry.name))
  const later = own.filter(({ startTime }) => startTime >= loaded)
  const bytesOf = (files: readonly PerformanceResourceTiming[]) =>
    files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  return {
    before: bytesOf(own) - bytesOf(later),
    later: bytesOf(later),
    laterFiles: later.length,
    others: entries.filter((entry) => !isOwn(entry)).map(({ name }) => name),
  }
}

const settled = async (page: Page, url: string): Promise<Loads> => {
  await page.goto(url, { waitUntil: 'load' })
  await new Promise((resolve) => setTimeout(resolve, QUIET))
  return page.evaluate(readLoads, ALWAYS)
}

/** A modal that is not drawn by then, in ms, never will be. */
const DRAWN_WITHIN = 20_000

/** Runs in the page: when the modal is there, in ms since the page began. */
function drawnAt(within: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const end = performance.now() + within
    const look = () => {
      const now = performance.now()
      const root = document.querySelector('latchkey-modal')?.shadowRoot
      if (root?.querySelector('dialog[open] input')) resolve(now)
      else if (now > end) reject(new Error('The modal was not drawn.'))
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** What a page loads until its button is there, before anybody clicks, until the modal is drawn, and after that. */
const watchOpening = (browser: Browser, url: string) =>
  asNewVisitor(browser, async (page) => {
    const unclicked = await settled(page, url)
    const drawing = page.evaluate(drawnAt, DRAWN_WITHIN)
    await page.getByRole('button', { name: 'Connect' }).click()
    const drawn = await page.evaluate(readLoads, await drawing)
    await new Promise((resolve) => setTimeout(resolve, QUIET))
    return { unclicked, drawn, opened: await page.evaluate(readLoads, ALWAYS) }
  })

/** Bytes and requests of a React page outside the workspace that has the packed package; gzip. */
export async function loadRows({ browser, outside }: BenchContext): Promise<Row[]> {
  const { answers, alone } = await outside()
  const { unclicked, drawn, opened } = await watchOpening(browser, answers)
  const floor = await asNewVisitor(browser, (page) => settled(page, alone))
  const kilo = (bytes: number) => bytes / 1_000
  return [
    valueRow('installed page: bytes before the button, React 19 included', kilo(opened.before), 'kB', 84),
    valueRow(
      'installed page: bytes before the button, over React alone',
      kilo(opened.before - floor.before),
      'kB',
      16,
    ),
    valueRow('installed page: bytes until the first opening is drawn', kilo(drawn.later), 'kB', 60),
    valueRow(
      'installed page: bytes for the first opening, with what comes after it is drawn',
      kilo(opened.later),
      'kB',
    ),
    valueRow('installed page: files for the first opening', opened.laterFiles, '', 4),
    valueRow('installed page: of these before the click, in idle time', unclicked.laterFiles, ''),
    valueRow('installed page: requests to others before a click', unclicked.others.length, '', 0),
  ]
}
