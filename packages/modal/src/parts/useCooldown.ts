import { useEffect, useState } from 'react'

/** Counts seconds down to 0. `start` sets them. */
export function useCooldown(): { seconds: number; start: (seconds: number) => void } {
  const [until, setUntil] = useState(0)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const tick = () => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1_000))
      setSeconds(left)
      if (left === 0) setUntil(0)
    }
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [until])
  return {
    seconds,
    start: (from) => {
      setSeconds(from)
      setUntil(Date.now() + from * 1_000)
    },
  }
}
