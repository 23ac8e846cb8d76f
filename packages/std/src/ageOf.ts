/**
 * How old something is, ms. What seems to be of the future is of before the clock was set back: it counts for as old as it is
 * far away, and does not stay new until the clock has come there.
 *
 * @param since ms since the epoch
 * @param now ms since the epoch
 * @example ageOf(Date.now() - 5_000) // 5000
 */
export const ageOf = (since: number, now: number = Date.now()): number => Math.abs(now - since)
