import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** Whole minutes until a time, rounded up; 0 when it has come. */
export function useMinutes(until: number, now: () => number): number {
  const [, tick] = useState(0)
  const left = Math.max(0, Math.ceil((until - now()) / MINUTE))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => tick((count) => count + 1), ((until - now()) % MINUTE || MINUTE) + 5)
    return () => clearTimeout(timer)
  })
  return left
}
