import * as events from '@latchkey/core/events'
import { testConfig } from '@latchkey/core/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { subscribeEvent } from './latchkeyState.ts'

const offline = new TypeError('offline')
let told: unknown[] = []
beforeEach(() => {
  told = []
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation((...words) => void told.push(...words))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A listener whose code does not load before it has been asked for so often. */
function listen(loadsAt: number) {
  const { config } = testConfig()
  const heard: string[] = []
  let loads = 0
  const load = async () => {
    loads += 1
    if (loads < loadsAt) throw offline
    return events
  }
  const stop = subscribeEvent(config, 'networkChange', (event) => heard.push(event.caipNetworkId), load)
  return { config, heard, stop, loads: () => loads }
}

it('code that did not load is asked for again, the console says so once, and what happened meanwhile is told', async () => {
  const { config, heard, loads } = listen(3)
  config.networks.setState({ activeId: 'eip155:10' })
  await vi.advanceTimersByTimeAsync(999)
  expect([loads(), told, heard]).toEqual([1, [offline], []])
  await vi.advanceTimersByTimeAsync(1)
  expect([loads(), heard]).toEqual([2, []])
  await vi.advanceTimersByTimeAsync(2_000)
  expect([loads(), heard]).toEqual([3, ['eip155:10']])
  config.networks.setState({ activeId: 'eip155:1' })
  expect([heard, told.length]).toEqual([['eip155:10', 'eip155:1'], 1])
})

it.each(['the listener stops', 'the page is done with it'])(
  'it is asked for no more once %s',
  async (end) => {
    const { config, stop, loads } = listen(Number.POSITIVE_INFINITY)
    // At most half a minute lies between two tries.
    await vi.advanceTimersByTimeAsync(61_000)
    const before = loads()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(loads()).toBe(before + 1)
    if (end === 'the listener stops') stop()
    else config.destroy()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([loads(), vi.getTimerCount()]).toEqual([before + 1, 0])
  },
)
