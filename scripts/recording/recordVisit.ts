import { mkdirSync, rmSync } from 'node:fs'
import { browserLaunchOptions } from '@latchkey/testing/node'
import { type Browser, chromium } from 'playwright'
import sharp from 'sharp'
import { type Stack, startStack } from '../stack/startStack.ts'
import { findCard, type Picture } from './findCard.ts'
import { type Fault, findFaults, type Measured } from './findFaults.ts'
import { keepFramesComing, type Mark, type Shot, startScreencast } from './screencast.ts'
import { visit } from './visit.ts'
import { writeRecording } from './writeRecording.ts'

export type Recording = {
  root: string
  theme: 'dark' | 'light'
  /** Where the recording goes; what is there is removed. */
  folder: string
  onProgress: (line: string) => void
  signal: AbortSignal
}

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
}

async function record(
  browser: Browser,
  stack: Stack,
  { theme, onProgress }: Recording,
): Promise<{ shots: Shot[]; marks: Mark[]; failure?: unknown }> {
  const context = await browser.newContext({ ...PHONE, colorScheme: theme, reducedMotion: 'no-preference' })
  const page = await context.newPage()
  // A plain account: its receipt comes without the bundler's seconds.
  await page.goto(`${stack.origins.app}/?account=eoa`)
  await page.locator('latchkey-button').getByRole('button').waitFor()
  await page.evaluate(keepFramesComing)
  const screencast = await startScreencast(page)
  const mark = (what: string) => {
    onProgress(what)
    screencast.mark(what)
  }
  try {
    await visit({ page, stack, mark })
    return await screencast.stop()
  } catch (failure) {
    // What was seen until then shows why.
    return { ...(await screencast.stop()), failure }
  }
}

async function decode(jpeg: Buffer): Promise<Picture> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, channels: info.channels, data }
}

/** A frame that is as the one before is not looked at again. */
async function measure(shots: readonly Shot[]): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const [index, { at, jpeg }] of shots.entries()) {
    const isSame = shots[index - 1]?.jpeg.equals(jpeg) ?? false
    const card = isSame ? measured[index - 1]?.card : findCard(await decode(jpeg))
    measured.push({ at, card })
  }
  return measured
}

/**
 * Records a visit on a phone from the builds that there are, and finds what no frame may show.
 *
 * @returns the page that shows the frames, and the faults
 * @throws Error when a step of the visit does not come; what was recorded until then is written
 */
export async function recordVisit(recording: Recording): Promise<{ index: string; faults: Fault[] }> {
  const { root, folder, onProgress, signal } = recording
  const stack = await startStack({ root, approvals: 'frame', signal })
  const browser = await chromium.launch(browserLaunchOptions())
  const stop = () => void browser.close()
  signal.addEventListener('abort', stop)
  try {
    const { shots, marks, failure } = await record(browser, stack, recording)
    onProgress(`${shots.length} frames`)
    const faults = findFaults(await measure(shots))
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const index = await writeRecording(folder, { shots, marks, faults })
    if (failure !== undefined) throw new Error(`The visit stopped, see ${index}`, { cause: failure })
    return { index, faults }
  } finally {
    signal.removeEventListener('abort', stop)
    await browser.close()
    await stack.stop()
  }
}
