import { type Config, currentView } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useOpen } from '../router/navigate.ts'

/**
 * Calls back when another view is shown than now, be it that of the sign-in which follows; and when this one is shown
 * again before it has faded, for then it is not made anew.
 */
export function onceLeft({ router }: Config, leave: () => void, again: () => void): () => void {
  const entry = currentView(router.getState())
  const depth = router.getState().stack.length
  let isLeft = false
  return router.subscribe((state) => {
    const shown = currentView(state)
    if (isLeft && shown.name === entry.name && state.stack.length === depth) again()
    else if (!isLeft && shown !== entry) {
      isLeft = true
      leave()
    }
  })
}

export type ViewWork = { error: unknown; retry: () => void }

/**
 * Does what a view is there for: begins when it comes, and aborts when it is left, though it stays for as long as it
 * fades. What the work rejects with is its error, until it is tried again.
 *
 * @param isOn the view has anything to do; default true
 */
export function useViewWork(work: (signal: AbortSignal) => Promise<void>, isOn = true): ViewWork {
  const config = useConfig()
  const open = useOpen()
  const [attempt, setAttempt] = useState(0)
  const [error, setError] = useState<unknown>()
  const latest = useRef(work)
  latest.current = work
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt works again.
  useEffect(() => {
    if (!open || !isOn) return
    setError(undefined)
    const controller = new AbortController()
    const { signal } = controller
    const stop = onceLeft(config, () => controller.abort(), retry)
    latest.current(signal).catch((failure: unknown) => {
      if (!signal.aborted) setError(failure)
    })
    return () => {
      stop()
      controller.abort()
    }
  }, [config, open, isOn, attempt, retry])
  return { error, retry }
}

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
