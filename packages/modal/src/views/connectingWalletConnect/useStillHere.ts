import { useCallback, useEffect, useState } from 'react'

/** An app that opens hides the page sooner than this, ms. */
const PATIENCE = 1_500

/** Whether the page is still in sight a while after a link to an app was followed. */
export function useStillHere(): { isHere: boolean; watch: () => void } {
  const [clicks, setClicks] = useState(0)
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (clicks === 0) return
    const timer = setTimeout(() => setHere(true), PATIENCE)
    const hide = () => {
      if (document.visibilityState === 'hidden') clearTimeout(timer)
    }
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [clicks])
  return { isHere, watch: useCallback(() => setClicks((count) => count + 1), []) }
}
