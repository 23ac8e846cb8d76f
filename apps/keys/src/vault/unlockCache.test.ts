import type { EvmAccount } from '@latchkey/keyring'
import { beforeEach, describe, expect, it } from 'vitest'
import { createUnlockCache, IDLE_LIMIT, TOTAL_LIMIT } from './unlockCache.ts'

type Timer = { at: number; run: () => void }

/** A clock whose timers run when it is moved, or never, as in a laptop that sleeps. */
function createFakeClock() {
  let time = 1_000
  let timers: Timer[] = []
  return {
    now: () => time,
    setTimer: (run: () => void, ms: number): Timer => {
      const timer = { at: time + ms, run }
      timers.push(timer)
      return timer
    },
    clearTimer: (timer: Timer) => {
      timers = timers.filter((one) => one !== timer)
    },
    waiting: () => timers.length,
    sleep: (ms: number) => {
      time += ms
    },
    advance(ms: number) {
      time += ms
      for (const timer of timers.filter(({ at }) => at <= time)) timer.run()
    },
  }
}

const createAccount = (): EvmAccount => ({
  namespace: 'eip155',
  path: "m/44'/60'/0'/0/0",
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  privateKey: new Uint8Array(32).fill(7),
})

let clock: ReturnType<typeof createFakeClock>
let cache: ReturnType<typeof createUnlockCache<Timer>>
let account: EvmAccount

beforeEach(() => {
  clock = createFakeClock()
  cache = createUnlockCache(clock)
  account = createAccount()
  cache.put('wallet', account)
})

const isZeroed = () => account.privateKey.every((byte) => byte === 0)

describe('an unlocked key', () => {
  it('is there for its wallet, and for no other', () => {
    expect(cache.use('wallet')).toBe(account)
    expect(cache.use('other')).toBeNull()
  })

  it('is zeroed after five idle minutes, even when nobody asks', () => {
    clock.advance(IDLE_LIMIT - 1)
    expect(isZeroed()).toBe(false)
    clock.advance(1)
    expect(isZeroed()).toBe(true)
    expect(cache.use('wallet')).toBeNull()
  })

  it('is zeroed after fifteen minutes in all, however often it is used', () => {
    const step = IDLE_LIMIT - 60_000
    for (let passed = step; passed < TOTAL_LIMIT; passed += step) {
      clock.advance(step)
      expect(cache.use('wallet')).toBe(account)
    }
    clock.advance(TOTAL_LIMIT % step)
    expect(isZeroed()).toBe(true)
  })

  it('is not given out when the timers slept', () => {
    clock.sleep(IDLE_LIMIT)
    expect(cache.use('wallet')).toBeNull()
    expect(isZeroed()).toBe(true)
  })

  it('is not given out after the clock went back', () => {
    clock.sleep(-1)
    expect(cache.use('wallet')).toBeNull()
    expect(isZeroed()).toBe(true)
  })

  it('is zeroed by lock, and by the next one', () => {
    const next = createAccount()
    cache.put('next', next)
    expect(isZeroed()).toBe(true)
    cache.lock()
    expect(next.privateKey.every((byte) => byte === 0)).toBe(true)
    expect(clock.waiting()).toBe(0)
  })
})
