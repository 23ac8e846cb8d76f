import { custom } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRanking } from './upstream.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

type Behaviour = { latency: number; fails: boolean }

/** Upstreams whose speed and health the test sets, ranked on the test's clock. */
function rank(...behaviours: Behaviour[]) {
  let pings = 0
  const transports = behaviours.map((behaviour, index) =>
    custom({
      async request() {
        if (index === 0) pings++
        await new Promise((resolve) => setTimeout(resolve, behaviour.latency))
        if (behaviour.fails) throw new Error('down')
        return '1'
      },
    }),
  )
  const orders: number[][] = []
  const ranking = createRanking(
    transports as unknown as Parameters<typeof createRanking>[0],
    () => Date.now(),
    (order) => orders.push(order.map((transport) => transports.indexOf(transport as never))),
  )
  /** Lets every upstream be measured so many times more. */
  const measure = async (times: number) => {
    const wanted = orders.length + times
    while (orders.length < wanted) {
      ranking.touch()
      await vi.advanceTimersByTimeAsync(50)
    }
  }
  return { ranking, pings: () => pings, measure, best: () => orders.at(-1)?.[0] }
}

describe('upstreams', () => {
  test('R7-48 are measured every 4 000 ms while they are in use, and not for long after', async () => {
    const { ranking, pings } = rank({ latency: 0, fails: false }, { latency: 0, fails: false })
    ranking.touch()
    await vi.advanceTimersByTimeAsync(3_999)
    expect(pings()).toBe(1)
    // A measurement itself takes a moment of the clock.
    await vi.advanceTimersByTimeAsync(11)
    expect(pings()).toBe(2)
    await vi.advanceTimersByTimeAsync(3_980)
    expect(pings()).toBe(2)
    await vi.advanceTimersByTimeAsync(20)
    expect(pings()).toBe(3)
    await vi.advanceTimersByTimeAsync(120_000)
    const last = pings()
    expect(last).toBeLessThan(20)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pings()).toBe(last)
    ranking.touch()
    await vi.advanceTimersByTimeAsync(0)
    expect(pings()).toBe(last + 1)
  })

  test('R7-49 are judged by their last 10 samples: a failure is forgotten with the tenth after it', async () => {
    const fast = { latency: 0, fails: true }
    const { measure, best } = rank(fast, { latency: 50, fails: false }, { latency: 500, fails: false })
    await measure(1)
    fast.fails = false
    // 0.7 × 0.9 + 0.3 is less than 0.7 + 0.3 × 0.9.
    await measure(9)
    expect(best()).toBe(1)
    await measure(1)
    expect(best()).toBe(0)
  })
})
