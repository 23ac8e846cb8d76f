import { goBack, push, reset } from '@latchkey/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Stage, stageView } from '../workbench/stageView.ts'
import { viewStates } from '../workbench/viewStates.ts'

let stage: Stage
const root = () => stage.modal.element.shadowRoot as ShadowRoot

beforeEach(() => page.viewport(388, 800))
afterEach(async () => {
  stage.modal.destroy()
  stage.config.destroy()
  await page.viewport(414, 896)
})

type Frame = { ink: number; height: number; words: boolean }

/** What the card shows at this moment: how much of its views is there, and how high it is. */
function look(): Frame {
  const views = [...root().querySelectorAll<HTMLElement>('.lk-view')]
  const drawn = views.filter(
    (view) => view.innerText.trim() !== '' || view.querySelector('svg, img, input, .lk-skeleton'),
  )
  const ink = drawn.reduce((sum, view) => sum + Number(getComputedStyle(view).opacity), 0)
  const card = root().querySelector('.lk-dialog') as HTMLElement
  return { ink, height: card.offsetHeight, words: drawn.length > 0 }
}

/** Every frame that is drawn from a change until nothing moves any more. */
async function record(change: () => void): Promise<Frame[]> {
  const frames = [look()]
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  change()
  const began = await frame()
  for (let now = began; now - began < 350; now = await frame()) frames.push(look())
  return frames
}

const moves: [string, (stage: Stage) => void][] = [
  ['deeper', ({ config }) => push(config, { name: 'Networks' })],
  ['back', ({ config }) => goBack(config)],
  ['to another first view', ({ config }) => reset(config, { name: 'Connect' })],
  ['to a view that was not loaded yet', ({ config }) => push(config, { name: 'AllWallets' })],
]

describe('a recording of every transition', () => {
  it('has no blank card, and no height beyond where it began and ends', async () => {
    stage = await stageView('Account', viewStates.Account.default)
    await expect.poll(() => look().words).toBe(true)
    for (const [name, move] of moves) {
      const frames = await record(() => move(stage))
      const [first] = frames
      const last = frames.at(-1)
      if (!first || !last) throw new Error('no frame')
      // What leaves goes as what comes appears: together they are one card.
      expect(Math.min(...frames.map(({ ink }) => ink)), name).toBeGreaterThan(0.85)
      const heights = frames.map(({ height }) => height)
      expect(Math.min(...heights), name).toBeGreaterThanOrEqual(Math.min(first.height, last.height) - 1)
      expect(Math.max(...heights), name).toBeLessThanOrEqual(Math.max(first.height, last.height) + 1)
    }
  })
})
