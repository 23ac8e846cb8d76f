import { zeroize } from '@latchkey/keyring'
import { isSameAccount } from '../accounts/accountIds.ts'

/** How long an unlocked key may stay, in ms: since its last use, and since it was unlocked. */
export const IDLE_LIMIT = 5 * 60_000
export const TOTAL_LIMIT = 15 * 60_000

/** A key and the account that it holds, by CAIP-10. */
export type UnlockedKey = { account: string; privateKey: Uint8Array }

export type UnlockCache = {
  /** Takes over the keys' buffers and zeroes them when their time is over. */
  put(walletId: string, keys: readonly UnlockedKey[]): void
  /** The account's key, if it is unlocked and in time. It stays the cache's to zero; use it before the next await. */
  use(walletId: string, account: string): Uint8Array | null
  /** Zeroes at once. */
  lock(): void
}

/**
 * Holds the unlocked keys of one wallet for a short time.
 *
 * @param clock milliseconds; a step backwards counts as time over
 * @param setTimer so that the keys go even when nobody asks again
 * @example const cache = createUnlockCache({ now: Date.now, setTimer: setTimeout, clearTimer: clearTimeout })
 */
export function createUnlockCache<Timer>(clock: {
  now(): number
  setTimer(run: () => void, ms: number): Timer
  clearTimer(timer: Timer): void
}): UnlockCache {
  let held: {
    walletId: string
    keys: readonly UnlockedKey[]
    since: number
    used: number
    timer: Timer
  } | null = null

  const lock = () => {
    if (!held) return
    clock.clearTimer(held.timer)
    zeroize(...held.keys.map(({ privateKey }) => privateKey))
    held = null
  }
  const remaining = (since: number, used: number, now: number) =>
    now < used ? 0 : Math.min(used + IDLE_LIMIT, since + TOTAL_LIMIT) - now

  return {
    lock,
    put(walletId, keys) {
      lock()
      const now = clock.now()
      held = { walletId, keys, since: now, used: now, timer: clock.setTimer(lock, IDLE_LIMIT) }
    },
    use(walletId, account) {
      if (!held || held.walletId !== walletId) return null
      const now = clock.now()
      if (remaining(held.since, held.used, now) <= 0) {
        lock()
        return null
      }
      held.used = now
      clock.clearTimer(held.timer)
      held.timer = clock.setTimer(lock, remaining(held.since, now, now))
      return held.keys.find((key) => isSameAccount(key.account, account))?.privateKey ?? null
    },
  }
}
