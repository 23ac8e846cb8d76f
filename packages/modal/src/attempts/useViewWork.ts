import { useConfig } from '@latchkey/react/provider'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useOpen } from '../router/navigate.ts'
import { onViewLeft } from '../router/onViewLeft.ts'

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
    const stop = onViewLeft(config, () => controller.abort(), retry)
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
