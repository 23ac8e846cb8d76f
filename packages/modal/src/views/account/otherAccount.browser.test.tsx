import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { withoutMotion } from '../../testing/withoutMotion.ts'
import { failing, SAMPLE_ADDRESS } from '../../workbench/pretend/pretendConnectors.ts'
import { signedIn } from '../../workbench/pretend/signedIn.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'

withoutMotion()

const OTHER = `0x${'22'.repeat(20)}` as const
let stage: Stage
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

it('what comes of a look-up for another account takes away nothing that is said of this one', async () => {
  let answer = () => {}
  const asked: string[] = []
  const late = new Promise<void>((resolve) => (answer = resolve))
  stage = await stageView('Account', {
    balance: () => failing(7001),
    prepare: (config) => {
      signedIn(config)
      const other = config.runtime.fetch
      config.runtime.fetch = async (url, init) => {
        if (!String(url).includes('/balance'))
          return other?.(url, init) ?? new Response(null, { status: 503 })
        asked.push(String(url))
        if (String(url).includes(SAMPLE_ADDRESS)) await late
        return new Response(null, { status: 503 })
      }
    },
  })
  const { config } = stage
  await expect.poll(() => asked.length).toBe(1)
  signedIn(config, { address: OTHER, caipAddress: `eip155:1:${OTHER}` })
  const failure = page.getByText('We could not load your balance')
  await expect.element(failure).toBeVisible()
  answer()
  await expect.poll(() => config.runtime.portfolios?.size).toBe(2)
  await painted()
  await expect.element(failure).toBeVisible()
})
