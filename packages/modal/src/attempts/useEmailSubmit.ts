import { isEmail } from '@latchkey/core'
import { useEffect, useRef, useState } from 'react'
import { codeOf, isDeclined } from '../parts/ErrorCard.tsx'
import { useOpen } from '../router/navigate.ts'

export type EmailSubmit = {
  pending: boolean
  invalid: boolean
  /** Seconds until another code may be asked for. */
  cooldown: number
  error: unknown
  submit: (email: string) => void
  /** The person is typing again: what was wrong is no longer so. */
  clear: () => void
}

/**
 * A field that sends an address off and waits for the answer: one at a time, given up when the modal closes.
 *
 * @param ask sends it, and goes where the answer leads
 * @param failure code of what an earlier try came back with
 */
export function useEmailSubmit(
  ask: (email: string, signal: AbortSignal) => Promise<void>,
  failure?: number,
): EmailSubmit {
  const open = useOpen()
  const { seconds, start } = useCooldown()
  const [state, setState] = useState<{ pending?: boolean; invalid?: boolean; error?: unknown }>({})
  // The view may not have faded when it is shown again: it is not made anew then.
  useEffect(() => {
    if (failure !== undefined) setState({ error: { code: failure } })
  }, [failure])
  const controller = useRef<AbortController | undefined>(undefined)
  useEffect(() => {
    if (!open) return
    return () => controller.current?.abort()
  }, [open])

  const submit = (text: string) => {
    const email = text.trim()
    if (state.pending) return
    if (!isEmail(email)) return setState({ invalid: true })
    setState({ pending: true })
    controller.current = new AbortController()
    const { signal } = controller.current
    ask(email, signal).then(
      () => setState({}),
      (error: unknown) => {
        if (signal.aborted || isDeclined(error)) return setState({})
        const wait = tooSoonSeconds(error)
        if (wait !== undefined) start(wait)
        setState(wait === undefined ? { error } : {})
      },
    )
  }
  const { pending = false, invalid = false, error } = state
  const clear = () => {
    if (invalid || error) setState({})
  }
  return { pending, invalid, cooldown: seconds, error, submit, clear }
}

/** Counts seconds down to 0. `start` sets them. */
function useCooldown(): { seconds: number; start: (seconds: number) => void } {
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

/** Codes of the host's throttle and of the service's. */
const TOO_SOON: ReadonlySet<number> = new Set([5007, 4100])
const DEFAULT_WAIT = 30

/** How long to wait before another code may be asked for; undefined for any other error. */
function tooSoonSeconds(error: unknown): number | undefined {
  if (!TOO_SOON.has(codeOf(error) ?? 0)) return undefined
  const data = (error as { data?: { retryAfter?: unknown } }).data
  return typeof data?.retryAfter === 'number' ? Math.max(1, Math.ceil(data.retryAfter)) : DEFAULT_WAIT
}
