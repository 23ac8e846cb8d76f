import { type EvmAccount, zeroize } from '@latchkey/keyring'

/** How long an unlocked key may stay, in ms: since its last use, and since it was unlocked. */
export const IDLE_LIMIT = 5 * 60_000
export const TOTAL_LIMIT = 15 * 60_000

export type UnlockCache = {
  /** Takes over the account's buffer and zeroes it when its time is over. */
  put(walletId: string, account: EvmAccount): void
  /** The account, if it is unlocked and in time. It stays the cache's to zero; use it before the next await. */
  use(walletId: string): EvmAccount | null
  /** Zeroes at once. */
  lock(): void
}

/**
 * Holds one unlocked key for a short time.
 *
 * @param clock milliseconds; a step backwards counts as time over
 * @param setTimer so that the key goes even when nobody asks again
 * @example const cache = createUnlockCache({ now: Date.now, setTimer: setTimeout, clearTimer: clearTimeout })
 */
export function createUnlockCache<Timer>(clock: {
  now(): number
  setTimer(run: () => void, ms: number): Timer
  clearTimer(timer: Timer): void
}): UnlockCache {
  let held: { walletId: string; account: EvmAccount; since: number; used: number; timer: Timer } | null = null

  const lock = () => {
    if (!held) return
    clock.clearTimer(held.timer)
    zeroize(held.account.privateKey)
    held = null
  }
  const remaining = (since: number, used: number, now: number) =>
    now < used ? 0 : Math.min(used + IDLE_LIMIT, since + TOTAL_LIMIT) - now

  return {
    lock,
    put(walletId, account) {
      lock()
      const now = clock.now()
      held = { walletId, account, since: now, used: now, timer: clock.setTimer(lock, IDLE_LIMIT) }
    },
    use(walletId) {
      if (!held || held.walletId !== walletId) return null
      const now = clock.now()
      if (remaining(held.since, held.used, now) <= 0) {
        lock()
        return null
      }
      held.used = now
      clock.clearTimer(held.timer)
      held.timer = clock.setTimer(lock, remaining(held.since, now, now))
      return held.account
    },
  }
}
