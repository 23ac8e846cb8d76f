import { useEffect, useState } from 'react'

/**
 * True once something has gone on for a while.
 *
 * @param delay ms
 */
export function useLate(isOn: boolean, delay: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLate(true), delay)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isOn, delay])
  return isOn && late
}
