import { useCallback, useEffect, useState } from 'react'

/**
 * True once something has gone on for a while.
 *
 * @param delay ms
 */
export function useIsLate(isOn: boolean, delay: number): boolean {
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

/** An app that opens hides the page sooner than this, ms. */
const PATIENCE = 1_500
/** Whoever comes back has an answer with them, which takes this long at most; ms. */
const RETURN_PATIENCE = 5_000

/** Whether the page is still in sight, or in sight again, a while after a link to an app was followed. */
export function useStillHere(): { isHere: boolean; watch: () => void } {
  const [clicks, setClicks] = useState(0)
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (clicks === 0) return
    const show = () => setHere(true)
    let timer = setTimeout(show, PATIENCE)
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(show, RETURN_PATIENCE)
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [clicks])
  return { isHere, watch: useCallback(() => setClicks((count) => count + 1), []) }
}
