import { useEffect, useState } from 'react'

/** Whole seconds until a time, counted down once a second; 0 when it has come. */
export function useCountdown(until: number, now: () => number): number {
  const [, tick] = useState(0)
  const left = Math.max(0, Math.ceil((until - now()) / 1_000))
  useEffect(() => {
    if (left === 0) return
    // To the next whole second, so that the number changes when the second does.
    const rest = (until - now()) % 1_000 || 1_000
    const timer = setTimeout(() => tick((count) => count + 1), rest + 5)
    return () => clearTimeout(timer)
  })
  return left
}
