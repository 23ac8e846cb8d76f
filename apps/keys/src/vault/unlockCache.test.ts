import { beforeEach, describe, expect, it } from 'vitest'
import { createUnlockCache, IDLE_LIMIT, TOTAL_LIMIT, type UnlockedKey } from './unlockCache.ts'

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

const ACCOUNT = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER = 'solana:mainnet:9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const createKey = (account = ACCOUNT): UnlockedKey => ({
  account,
  privateKey: new Uint8Array(32).fill(7),
})

let clock: ReturnType<typeof createFakeClock>
let cache: ReturnType<typeof createUnlockCache<Timer>>
let key: UnlockedKey
let other: UnlockedKey

beforeEach(() => {
  clock = createFakeClock()
  cache = createUnlockCache(clock)
  key = createKey()
  other = createKey(OTHER)
  cache.put('wallet', [key, other])
})

const isZeroed = () => [key, other].every(({ privateKey }) => privateKey.every((byte) => byte === 0))

describe('an unlocked key', () => {
  it('is there for its wallet and account, and for no other', () => {
    expect(cache.use('wallet', ACCOUNT)).toBe(key.privateKey)
    expect(cache.use('wallet', ACCOUNT.toLowerCase().replace(':1:', ':10:'))).toBe(key.privateKey)
    expect(cache.use('wallet', OTHER)).toBe(other.privateKey)
    expect(cache.use('wallet', OTHER.toLowerCase())).toBeNull()
    expect(cache.use('wallet', ACCOUNT.replace('eip155', 'solana'))).toBeNull()
    expect(cache.use('other', ACCOUNT)).toBeNull()
  })

  it('is zeroed after five idle minutes, even when nobody asks', () => {
    clock.advance(IDLE_LIMIT - 1)
    expect(isZeroed()).toBe(false)
    clock.advance(1)
    expect(isZeroed()).toBe(true)
    expect(cache.use('wallet', ACCOUNT)).toBeNull()
  })

  it('is zeroed after fifteen minutes in all, however often it is used', () => {
    const step = IDLE_LIMIT - 60_000
    for (let passed = step; passed < TOTAL_LIMIT; passed += step) {
      clock.advance(step)
      expect(cache.use('wallet', ACCOUNT)).toBe(key.privateKey)
    }
    clock.advance(TOTAL_LIMIT % step)
    expect(isZeroed()).toBe(true)
  })

  it('is not given out when the timers slept', () => {
    clock.sleep(IDLE_LIMIT)
    expect(cache.use('wallet', ACCOUNT)).toBeNull()
    expect(isZeroed()).toBe(true)
  })

  it('is not given out after the clock went back', () => {
    clock.sleep(-1)
    expect(cache.use('wallet', ACCOUNT)).toBeNull()
    expect(isZeroed()).toBe(true)
  })

  it('is zeroed by lock, and by the next one', () => {
    const next = createKey()
    cache.put('next', [next])
    expect(isZeroed()).toBe(true)
    cache.lock()
    expect(next.privateKey.every((byte) => byte === 0)).toBe(true)
    expect(clock.waiting()).toBe(0)
  })
})
