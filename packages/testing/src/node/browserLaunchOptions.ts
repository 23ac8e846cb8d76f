import { findChromium } from './findChromium.ts'
import { playwrightDisabledFeatures } from './playwrightDisabledFeatures.ts'

/**
 * What a cross-site frame may store: `partitioned` is what Chrome does for its users, `blocked` refuses
 * localStorage, IndexedDB, caches and locks with an error.
 */
export type FrameStorage = 'partitioned' | 'blocked'

export type BrowserLaunchOptions = {
  headless: boolean
  executablePath?: string
  args: string[]
  ignoreDefaultArgs: string[]
}

const flag = (features: readonly string[]) => `--disable-features=${features.join(',')}`

/**
 * Options for Playwright's `chromium.launch`. By default Playwright turns storage partitioning off, which in a
 * browser that blocks third-party cookies leaves a cross-site frame without storage; `partitioned` turns it on.
 *
 * @throws Error when CHROMIUM_PATH is wrong or this Playwright's default arguments cannot be read
 * @example
 * const browser = await chromium.launch(browserLaunchOptions())
 */
export function browserLaunchOptions(
  options: {
    storage?: FrameStorage
    headless?: boolean
    args?: readonly string[]
    /** A process is started ahead for the next site that a page opens. Default true, as browsers have it. */
    spareProcess?: boolean
  } = {},
): BrowserLaunchOptions {
  const { storage = 'partitioned', headless = true, spareProcess = true } = options
  const executablePath = findChromium(process.env, { whole: storage === 'blocked' || !headless })
  const defaults = playwrightDisabledFeatures()
  const partitioned = storage === 'partitioned'
  const disabled = [
    ...(partitioned ? defaults.filter((feature) => feature !== 'ThirdPartyStoragePartitioning') : defaults),
    ...(spareProcess ? [] : ['SpareRendererForSitePerProcess']),
  ]
  // Of two such flags the browser takes the last.
  const replaced = disabled.join() !== defaults.join()
  return {
    headless,
    ...(executablePath ? { executablePath } : {}),
    args: [
      // Each site gets a process, as in a browser with enough memory.
      '--site-per-process',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(replaced ? [flag(disabled)] : []),
      ...(options.args ?? []),
    ],
    ignoreDefaultArgs: replaced ? [flag(defaults)] : [],
  }
}
