import { afterEach, expect, it } from 'vitest'
import { mainnet, testConfig } from '../testing/testConfig.ts'
import { outcomeOf } from './outcomeOf.ts'

const HASH = `0x${'ab'.repeat(32)}`
const show = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  document.dispatchEvent(new Event('visibilitychange'))
}
afterEach(() => void Reflect.deleteProperty(document, 'visibilityState'))

function make() {
  const waits: { signal: AbortSignal; end: () => void }[] = []
  const { config } = testConfig({
    adapters: [
      () => ({
        namespace: 'eip155',
        isAddress: () => true,
        waitForTransaction: ({ signal }) =>
          new Promise((resolve, reject) => {
            signal?.addEventListener('abort', () => reject(new Error('aborted')))
            waits.push({
              signal: signal as AbortSignal,
              end: () => resolve({ status: 'success', blockNumber: 1n }),
            })
          }),
      }),
    ],
  })
  return { config, waits }
}

it('asks nobody while the page is hidden, and goes on when it is seen again', async () => {
  const { config, waits } = make()
  show('hidden')
  const outcome = outcomeOf(config, mainnet, HASH)
  await Promise.resolve()
  expect(waits).toHaveLength(0)
  show('visible')
  await expect.poll(() => waits.length).toBe(1)
  show('hidden')
  await expect.poll(() => waits[0]?.signal.aborted).toBe(true)
  show('visible')
  await expect.poll(() => waits.length).toBe(2)
  waits[1]?.end()
  expect(await outcome).toMatchObject({ status: 'success' })
})
it('whoever asks for the same transaction shares the wait, and the end of the config ends it', async () => {
  const { config, waits } = make()
  const one = outcomeOf(config, mainnet, HASH)
  expect(outcomeOf(config, mainnet, HASH)).toBe(one)
  await expect.poll(() => waits.length).toBe(1)
  config.destroy()
  await expect(one).rejects.toThrow('aborted')
})
