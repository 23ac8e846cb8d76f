import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { browserLaunchOptions } from '@latchkey/testing/node'
import { type Browser, chromium, type Page, type Route } from 'playwright'
import { startDemoHosts } from '../../stack/demoHosts.ts'
import { stackOrigins } from '../../stack/serviceEnv.mjs'
import { freePorts } from '../../stack/startStack.ts'
import { compareRuns, picturesIn } from './compareRuns.ts'
import { isWanted, type PictureOptions, pictureName, type State, type Variant } from './pictureOptions.ts'
import { writeIndex } from './writeIndex.ts'

type Run = PictureOptions & { root: string; onProgress: (line: string) => void; signal: AbortSignal }

/** Pages that draw at the same time. */
const PAGES = 2
/** What counts down or ages shows the same in each run. */
const NOW = new Date('2026-01-15T12:00:00Z')
const HEIGHT = 760
/** Where the service has its pictures, by the method that asks for one. */
const PICTURES = { Asset: 'asset-images', Token: 'token-images', Currency: 'currency-images' } as const
const ASKS_FOR_PICTURE = /\/public\/get(Asset|Currency|Token)Image\/([\w-]+)/
/** Stands for a picture that the service has not. */
const BLANK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#8a8f98"/></svg>'

/** Answers as the service of this checkout would. */
async function givePicture(route: Route, root: string): Promise<void> {
  const [, kind = '', id = ''] = ASKS_FOR_PICTURE.exec(route.request().url()) ?? []
  const folder = PICTURES[kind as keyof typeof PICTURES]
  const path = join(root, 'apps', 'service', 'data', folder, `${id}.webp`)
  if (existsSync(path)) return route.fulfill({ contentType: 'image/webp', path })
  return route.fulfill({ contentType: 'image/svg+xml', body: BLANK })
}

/** Frames of a page in which nothing changes, after which it is done: whether it was just loaded, or only resized. */
const CALM = { loaded: 20, resized: 6 } as const

/**
 * In the page: done when it has drawn the same for so many frames, or has not come to rest after 200. It names no function
 * within: what names it for a stack trace is not there in the page.
 */
async function stands(calm: number): Promise<void> {
  let before = ''
  for (let same = 0, frames = 0; same < calm && frames < 200; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    const now = [document.body, ...shadows].map(({ innerHTML }) => innerHTML).join('')
    same = now === before ? same + 1 : 0
    before = now
  }
}

const isFrame = ({ path }: State) => path.startsWith('/workbench/frame')

async function addressesOn(page: Page, address: string): Promise<URL[]> {
  await page.goto(address)
  await page.getByRole('link').first().waitFor()
  const links = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  return [...new Set(links)].flatMap((href) => (href === null ? [] : [new URL(href, address)]))
}

/** Every state of both workbenches. A frame's state belongs to the view that its name begins with: `frame-send`. */
async function statesOf(page: Page, origin: string): Promise<State[]> {
  const modal = (await addressesOn(page, `${origin}/workbench`)).flatMap(({ searchParams }) => {
    const view = searchParams.get('view')
    const state = searchParams.get('state')
    const path = `/workbench?${new URLSearchParams({ view: view ?? '', state: state ?? '' })}`
    return view && state ? [{ view, state, path }] : []
  })
  const frame = (await addressesOn(page, `${origin}/workbench/frame`)).flatMap(({ searchParams }) => {
    const state = searchParams.get('state')
    if (!state || state === 'all') return []
    const path = `/workbench/frame?${new URLSearchParams({ state })}`
    return [{ view: `frame-${state.split('-')[0]}`, state, path }]
  })
  return [...modal, ...frame]
}

/** What one load of a page shows: its widths, and forced colours beside the dark theme, need no other. */
type Task = { state: State; variants: readonly Variant[] }

const pageTheme = ({ theme }: Variant) => (theme === 'light' ? 'light' : 'dark')

function tasksFor(states: readonly State[], variants: readonly Variant[]): Task[] {
  const loads = new Map<string, Variant[]>()
  for (const variant of variants) {
    const key = `${variant.lang} ${pageTheme(variant)}`
    loads.set(key, [...(loads.get(key) ?? []), variant])
  }
  return states.flatMap((state) => [...loads.values()].map((variants) => ({ state, variants })))
}

async function setUp(page: Page, variant: Variant): Promise<void> {
  await page.setViewportSize({ width: variant.width, height: HEIGHT })
  await page.emulateMedia({
    colorScheme: pageTheme(variant),
    forcedColors: variant.theme === 'forced' ? 'active' : 'none',
  })
}

async function load(page: Page, origin: string, state: State, variant: Variant): Promise<void> {
  const query = new URLSearchParams({ theme: pageTheme(variant), locale: variant.lang })
  await page.goto(`${origin}${state.path}&${query}`)
  const drawn = isFrame(state) ? '.fr-app > *' : 'body[data-ready]'
  await page.locator(drawn).first().waitFor({ state: 'attached' })
}

async function take(page: Page, state: State, variant: Variant, file: string): Promise<void> {
  // A picture higher than the window would have what sticks to the window's end in its middle.
  const needed = await page.evaluate(() => document.documentElement.scrollHeight)
  if (isFrame(state) && needed > HEIGHT) await page.setViewportSize({ width: variant.width, height: needed })
  mkdirSync(dirname(file), { recursive: true })
  await page.screenshot({ path: file, animations: 'disabled' })
}

/** Takes from the common list until it is empty; says what failed. */
async function work(browser: Browser, origin: string, folder: string, tasks: Task[], run: Run) {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.clock.setFixedTime(NOW)
  await page.route(ASKS_FOR_PICTURE, (route) => givePicture(route, run.root))
  const failures: string[] = []
  let name = ''
  page.on('pageerror', ({ message }) => failures.push(`${name}: ${message}`))
  for (let task = tasks.shift(); task && !run.signal.aborted; task = tasks.shift()) {
    const { state, variants } = task
    for (const [index, variant] of variants.entries()) {
      name = pictureName(state, variant)
      try {
        await setUp(page, variant)
        if (index === 0) await load(page, origin, state, variant)
        await page.evaluate(stands, index === 0 ? CALM.loaded : CALM.resized)
        await take(page, state, variant, join(folder, name))
      } catch (error) {
        failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
      }
    }
    if (tasks.length % 100 === 0) run.onProgress(`${tasks.length} pages to go`)
  }
  await context.close()
  return failures
}

async function photograph(run: Run, folder: string): Promise<string[]> {
  const ports = await freePorts()
  const origins = stackOrigins(ports)
  const hosts = await startDemoHosts(run.root, ports, origins)
  const browser = await chromium.launch(browserLaunchOptions())
  const stop = () => void browser.close()
  run.signal.addEventListener('abort', stop)
  try {
    const page = await browser.newPage()
    const states = (await statesOf(page, origins.app)).filter((state) => isWanted(run.only, state))
    await page.close()
    if (states.length === 0) throw new Error(`No view is called ${run.only}.`)
    const tasks = tasksFor(states, run.variants)
    run.onProgress(`${states.length} states, ${states.length * run.variants.length} pictures`)
    const workers = Array.from({ length: PAGES }, () => work(browser, origins.app, folder, tasks, run))
    return (await Promise.all(workers)).flat()
  } finally {
    run.signal.removeEventListener('abort', stop)
    await browser.close()
    await hosts.stop()
  }
}

/**
 * Photographs every state of the modal's and of the frame's workbench, from the build that there is.
 *
 * @returns the index, and what could not be photographed or threw
 * @throws Error when no state is asked for, or the earlier run has no folder
 */
export async function takePictures(run: Run): Promise<{ index: string; failures: string[] }> {
  const folder = resolve(run.into ?? join(run.root, '.latchkey', 'pictures'))
  const against = run.against === undefined ? undefined : resolve(run.against)
  if (against === folder) throw new Error('The earlier run lies where the new one goes: give --into.')
  if (against !== undefined) picturesIn(against)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const failures = await photograph(run, folder)
  const index = join(folder, 'index.html')
  const suffixes = run.variants.map((variant) => pictureName({ view: '', state: '' }, variant).slice(1))
  const isAsked = (name: string) => {
    const [view = '', state = ''] = name.split('/')
    return isWanted(run.only, { view, state }) && suffixes.some((suffix) => name.endsWith(suffix))
  }
  const comparison =
    against === undefined
      ? undefined
      : { ...compareRuns(against, folder, isAsked), before: relative(folder, against).replaceAll('\\', '/') }
  writeFileSync(index, writeIndex(picturesIn(folder), comparison))
  if (comparison)
    run.onProgress(
      `${comparison.changed.length} changed, ${comparison.added.length} new, ${comparison.gone.length} gone`,
    )
  return { index, failures }
}
