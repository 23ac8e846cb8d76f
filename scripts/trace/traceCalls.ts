import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { browserLaunchOptions } from '@latchkey/testing/node'
import { type CDPSession, chromium, type Frame, type Page } from 'playwright'
import { newVisitor } from '../bench/benchPage.ts'
import { approveAction, askForCode, signMessage, typeCode } from '../bench/visitorPath.ts'
import { run } from '../install/run.mjs'
import { type Stack, startStack } from '../stack/startStack.ts'
import { type Coverage, modulesOf } from './modulesOf.ts'

/** The product's modules of which a function ran while the call was on its way, as paths from the root. */
export type Trace = { call: string; modules: string[] }
export type TraceOptions = { root: string; onProgress?: (line: string) => void; signal?: AbortSignal }

const BUILD_TIMEOUT = 300_000
const APPS = ['demo', 'frame', 'keys'] as const

/** Builds with source maps, which no document names: the scripts are those of the production builds. */
async function buildWithMaps({ root, onProgress, signal }: TraceOptions): Promise<void> {
  for (const app of APPS) {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const { code, output } = await run(process.execPath, [vite, 'build', '--sourcemap', 'hidden'], {
      cwd: join(root, 'apps', app),
      env: { NODE_ENV: 'production' },
      quiet: true,
      timeout: BUILD_TIMEOUT,
      ...(signal ? { signal } : {}),
    })
    if (code !== 0) throw new Error(`The build of ${app} failed:\n${output.trim()}`)
    onProgress?.(`built     ${app}`)
  }
}

/** A window whose functions are counted. */
async function watch(page: Page, target: Page | Frame): Promise<CDPSession> {
  const session = await page.context().newCDPSession(target)
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return session
}

/** ms within which what is loaded ahead loads something more, or is there. */
const QUIET = 500

/** Waits until a window has loaded what it prepares ahead in idle time: that is of no call. */
const untilPrepared = (target: Page | Frame) =>
  target.evaluate(async (quiet) => {
    const loaded = () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length
    for (let before = -1; before !== loaded(); ) {
      before = loaded()
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: quiet }))
      await new Promise((resolve) => setTimeout(resolve, quiet))
    }
  }, QUIET)

/** Counts what runs in the page, the wallet's frame and the keys' frame while `work` is done. */
async function traceOne(
  page: Page,
  folders: Map<string, string>,
  call: string,
  work: () => Promise<unknown>,
) {
  const sites = page
    .frames()
    .filter((frame) => frame.parentFrame() === null || folders.has(originOf(frame.url())))
  const sessions = await Promise.all(
    sites.map((frame) => watch(page, frame.parentFrame() === null ? page : frame)),
  )
  // What ran before is not of this call.
  for (const session of sessions) await session.send('Profiler.takePreciseCoverage')
  await work()
  const modules = new Set<string>()
  for (const session of sessions) {
    const { result } = (await session.send('Profiler.takePreciseCoverage')) as Coverage
    for (const module of modulesOf(result, (url) => fileOf(folders, url))) modules.add(module)
    await session.detach()
  }
  return { call, modules: [...modules].sort() }
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '')

function fileOf(folders: Map<string, string>, url: string): string | undefined {
  const folder = folders.get(originOf(url))
  return folder && join(folder, new URL(url).pathname)
}

async function traceAll({ root, onProgress }: TraceOptions, stack: Stack, page: Page): Promise<Trace[]> {
  const { app, wallet, keys } = stack.origins
  const dist = (name: (typeof APPS)[number]) => join(root, 'apps', name, 'dist')
  const folders = new Map([
    [app, dist('demo')],
    [wallet, dist('frame')],
    [keys, dist('keys')],
  ])
  const traces: Trace[] = []
  const traced = async (call: string, work: () => Promise<unknown>) => {
    traces.push(await traceOne(page, folders, call, work))
    onProgress?.(`traced    ${call}`)
  }
  await page.goto(`${app}/?account=eoa`)
  const code = await askForCode(page, stack, 'trace@example.com')
  await Promise.all(page.frames().map(untilPrepared))
  await traced('e-mail code', () => typeCode(page, code))
  // The first of each loads what the second finds there, and unlocks the key.
  await signMessage(page)
  await traced('personal_sign', () => signMessage(page))
  await page.getByRole('button', { name: 'Get test ETH and tokens' }).click()
  await page.getByTestId('result').getByText('have arrived').waitFor()
  await approveAction(page, 'Send 0.01 ETH')
  await traced('eth_sendTransaction', () => approveAction(page, 'Send 0.01 ETH'))
  return traces
}

/**
 * Runs each call as a person would and finds the modules that it passes: V8's precise coverage of every window, read by
 * the builds' source maps.
 *
 * @throws Error when a build, the stack or the browser fails
 */
export async function traceCalls(options: TraceOptions): Promise<Trace[]> {
  const { root, signal } = options
  await buildWithMaps(options)
  const stack = await startStack({ root, approvals: 'frame', ...(signal ? { signal } : {}) })
  const browser = await chromium.launch(browserLaunchOptions())
  try {
    const context = await newVisitor(browser)
    return await traceAll(options, stack, await context.newPage())
  } finally {
    await browser.close()
    await stack.stop()
    // The next build is one without maps.
    for (const app of APPS) rmSync(join(root, 'apps', app, 'dist'), { recursive: true, force: true })
  }
}
